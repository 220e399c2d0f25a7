package dev.sluice.exporter.derive.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fixtures.GoldenFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Compares the demand of 4,000 random clusters with a record of an earlier engine, which stored sets of names and
 * copies of its state. Each line contains the seed, the desired number of each pool, the number of counted jobs, and a
 * digest of the complete result.
 */
@Tag("slow")
class RecordedDemandTest {

    private static final int CLUSTERS = 4_000;

    @Test
    void demandIsAsRecorded() {
        GoldenFile.at(Path.of("exporter/src/test/resources/recorded-demand.txt"))
                .matches(LongStream.range(0, CLUSTERS)
                        .mapToObj(seed -> line(seed, Scaling.demand(RandomCluster.of(seed))))
                        .collect(Collectors.joining("\n", "", "\n")));
    }

    /** Checks that each verdict occurs in the samples. */
    @Test
    void theClustersHaveJobsOfEveryFate() {
        var verdicts = LongStream.range(0, 500)
                .boxed()
                .flatMap(seed -> Scaling.demand(RandomCluster.of(seed)).jobs().stream())
                .collect(Collectors.groupingBy(JobExplanation::verdict, TreeMap::new, Collectors.counting()));

        assertThat(verdicts).containsKeys(JobExplanation.Verdict.values());
    }

    private static String line(long seed, ScalingDemand demand) {
        String desired = demand.pools().stream()
                .map(pool -> Long.toString(pool.desired()))
                .collect(Collectors.joining(","));
        long counted = demand.jobs().stream().filter(job -> job.counted() > 0).count();
        String all = demand.pools() + "\n" + demand.partitions() + "\n" + demand.jobs() + "\n"
                + new TreeMap<>(demand.choices()) + "\n" + demand.truncatedArrays();
        return seed + " " + desired + " " + counted + " " + digest(all);
    }

    private static String digest(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 6);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
