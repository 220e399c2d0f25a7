package dev.sluice.exporter.derive.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.NameRule;
import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.model.Histogram;
import dev.sluice.exporter.model.job.JobState;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests random events and polls. The counts must be exact if no job can appear and disappear between two polls. */
class JobLifePropertiesTest {

    private static final long SPAN = 8_000;
    private static final int SIZE = 120;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 60);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void countsEqualTheHistory(long seed) {
        MadeCluster cluster = new MadeCluster(seed, SIZE, SPAN);
        Random random = new Random(seed);
        long longest = List.of(15L, 60L, MadeCluster.MIN_JOB_AGE).get(random.nextInt(3));
        long baseline = random.nextLong(SPAN / 2);
        JobLife life = new JobLife(new SeriesBudget(0, 10, 10, 0, 0, 0, NameRule.SHOW, NameRule.SHOW), ended -> {});

        long end = cluster.end();
        for (long now = baseline; now <= end + longest; now += 1 + random.nextLong(longest)) {
            life.observe(
                    cluster.at(now).stream().map(QueueRecord::job).toList(), List.of(), Instant.ofEpochSecond(now));
        }

        MadeCluster.Expected expected = cluster.since(baseline);
        LifeCounts counts = life.counts();
        assertThat(counts.submissions()).containsExactly(Map.entry("batch", expected.submissions()));
        assertThat(counts.starts()).containsExactly(Map.entry("batch", expected.starts()));
        assertThat(counts.requeues()).containsExactly(Map.entry("batch", expected.requeues()));
        assertThat(endsOf(counts)).isEqualTo(expected.ends());
        // Runs that ended in a requeue count only if a poll observed the run. All other runs always count.
        Histogram runs = counts.runs().values().iterator().next();
        assertThat(runs.count()).isBetween(expected.ran(), expected.ran() + expected.requeues());
        assertThat(runs.sum()).isGreaterThanOrEqualTo(expected.runSeconds());
        Histogram waits = counts.waits().byQueue().values().iterator().next();
        assertThat(waits.count()).isBetween(expected.starts() - expected.requeues(), expected.starts());
        Histogram byAccount = counts.waits().byAccount().values().iterator().next();
        assertThat(byAccount).isEqualTo(waits);
        double byCause = counts.waits().byCause().values().stream()
                .mapToDouble(Histogram::sum)
                .sum();
        // For jobs that were pending at the first poll, the causes are known only from the first poll on.
        assertThat(byCause).isLessThanOrEqualTo(waits.sum());
    }

    private static Map<JobState, Long> endsOf(LifeCounts counts) {
        Map<JobState, Long> ends = new EnumMap<>(JobState.class);
        counts.ends().forEach((key, count) -> {
            if (count > 0) {
                ends.put(key.state(), count);
            }
        });
        return ends;
    }
}
