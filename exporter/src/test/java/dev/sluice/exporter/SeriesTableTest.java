package dev.sluice.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.config.Loaded;
import dev.sluice.exporter.metrics.MetricFamily.MetricType;
import dev.sluice.exporter.metrics.MetricsConfig;
import dev.sluice.exporter.publish.Sample;
import dev.sluice.fixtures.GoldenFile;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares the section "How many series" in docs/metrics.md with the captured cluster. Another test checks partitions.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SeriesTableTest {

    private final List<Sample> samples;
    private final String table;

    SeriesTableTest() throws Exception {
        samples = CapturedSamples.of(
                Loaded.changed(Loaded.DEFAULTS.metrics(), "jobs", new MetricsConfig.Jobs(true, 10_000, 10_000)));
        table = Files.readString(GoldenFile.repositoryRoot().resolve("docs/metrics.md"));
    }

    /** Returns the number at the beginning of the column "always". */
    private long documented(String row) {
        Matcher matcher =
                Pattern.compile("(?m)^\\| \\Q" + row + "\\E[^|]* \\| (\\d+)").matcher(table);
        assertThat(matcher.find()).as(row).isTrue();
        return Long.parseLong(matcher.group(1));
    }

    /** Counts the samples for each value of a label. */
    private Map<String, Long> each(Predicate<Sample> which, String... labels) {
        Map<String, Long> counts = new TreeMap<>();
        samples.stream().filter(which).forEach(sample -> {
            StringBuilder key = new StringBuilder();
            for (String label : labels) {
                key.append('/').append(sample.label(label));
            }
            counts.merge(key.toString(), 1L, Long::sum);
        });
        assertThat(counts).isNotEmpty();
        return counts;
    }

    private static Predicate<Sample> families(String regex) {
        return sample -> sample.family().name().matches(regex);
    }

    /** Each row of the table with its families and the labels of one unit. The last column contains other families. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "node; slurm_compute_node_(state|info); node",
                "user, up to; slurm_user_(?!pending_jobs|.*_seconds_total).*; user",
                "user with jobs; slurm_user_(cpu|memory_byte)_seconds_total; user",
                "account with jobs; slurm_account_(cpu|memory_byte)_seconds_total; account",
                "account, up to; slurm_account_(queue|cpus|gpus).*; account",
                "user that asks; slurm_diag_user_.*; user",
                "user in an account, fair-share; slurm_fairshare_user_.*; account user",
                "account, fair-share; slurm_fairshare_account_(shares_ratio|usage.*); account",
                "account with deserved GPUs; slurm_fairshare_account_.*_gpus; account",
                "partition, its own; slurm_partition_(state|configured.*); partition",
                "license; slurm_license_.*; license nodes",
                "reservation; slurm_reservation_.*; reservation",
                "limit of a QOS; slurm_(qos|account)_limit; qos account limit tres",
                "message type; slurm_diag_rpc(s|_busy_seconds|s_dropped)_total; type"
            })
    void unitHasAsManyAsDocumented(String row, String families, String labels) {
        assertThat(each(families(families), labels.split(" ", -1)).values()).containsOnly(documented(row));
    }

    @Test
    void jobHasOneAndOneForEachOfItsNodes() {
        Map<String, Long> infos = each(families("slurm_job_(info|start_.*)"), "job_id");

        assertThat(documented("job, only with")).isEqualTo(2);
        assertThat(infos.values()).containsOnly(2L);
        assertThat(each(families("slurm_job_node"), "job_id").keySet()).isEqualTo(infos.keySet());
        // According to squeue, job 21 has two nodes.
        assertThat(each(families("slurm_job_(info|node)"), "job_id")).containsEntry("/21", 3L);
    }

    @Test
    void schedulerHasAsManyAsDocumented() {
        Predicate<Sample> ofTheCluster = families("slurm_diag_.*");
        Predicate<Sample> byName = sample -> sample.family().labels().contains("type")
                || sample.family().labels().contains("user");
        List<Sample> scheduler =
                samples.stream().filter(ofTheCluster.and(byName.negate())).toList();

        assertThat(scheduler).hasSize((int) documented("cluster, for its scheduler"));
        assertThat(scheduler.stream().filter(sample -> sample.family().type() == MetricType.COUNTER))
                .hasSize(25);
    }
}
