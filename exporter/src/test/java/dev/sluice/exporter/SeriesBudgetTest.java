package dev.sluice.exporter;

import static dev.sluice.exporter.config.Loaded.changed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.config.Loaded;
import dev.sluice.exporter.metrics.MetricsConfig;
import dev.sluice.exporter.publish.Sample;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests {@code metrics.topUsers}, {@code topAccounts} and {@code queues} for every family of the captured cluster. */
class SeriesBudgetTest {

    private static final String OTHER = "other";

    /**
     * Returns the label values in each family that has the first label, except values that are combined into one
     * series.
     */
    private static Map<String, Set<String>> named(MetricsConfig config, String... labels) throws Exception {
        Map<String, Set<String>> byFamily = new HashMap<>();
        for (Sample sample : CapturedSamples.of(config)) {
            if (sample.family().labels().contains(labels[0])) {
                Set<String> names = byFamily.computeIfAbsent(sample.family().name(), unused -> new TreeSet<>());
                if (!sample.label(labels[0]).equals(OTHER)) {
                    names.add(Arrays.stream(labels).map(sample::label).collect(Collectors.joining("/")));
                }
            }
        }
        assertThat(byFamily).isNotEmpty();
        return byFamily;
    }

    private static MetricsConfig nodes(int nodes) {
        return changed(Loaded.DEFAULTS.metrics(), "nodes", nodes);
    }

    /** The fair-share series of a user also has an account label, but counts as a series of the user. */
    @ParameterizedTest
    @CsvSource({"topUsers, user account, ''", "topAccounts, account, slurm_fairshare_user_", "queues, qos partition, ''"
    })
    void noFamilyNamesMore(String key, String labels, String excepted) throws Exception {
        for (int most = 0; most <= 2; most++) {
            Map<String, Set<String>> named =
                    named(changed(Loaded.DEFAULTS.metrics(), key, most), labels.split(" ", -1));
            int limit = most;
            assertThat(named)
                    .allSatisfy((family, names) -> assertThat(
                                    !excepted.isEmpty() && family.startsWith(excepted) ? Set.of() : names)
                            .hasSizeLessThanOrEqualTo(limit));
        }
    }

    /**
     * According to scontrol, seven nodes have eight GPUs each, gpu-l40s-01 has four GPUs, and all other nodes have
     * fewer GPUs.
     */
    @Test
    void nodesWithTheMostGpusShowWhatTheyHave() throws Exception {
        assertThat(named(nodes(0), "node")).doesNotContainKey("slurm_compute_node_cpus");
        assertThat(named(nodes(8), "node").get("slurm_compute_node_cpus"))
                .containsExactly(
                        "gpu-a100-01",
                        "gpu-a100-02",
                        "gpu-h100-01",
                        "gpu-h100-02",
                        "gpu-h100-03",
                        "gpu-h100-04",
                        "gpu-h100-05",
                        "gpu-l40s-01");
    }

    /** In the captured cluster, the accounts ml-infer and physics and five QOS have limits. */
    @Test
    void saysHowManyAreLeftOut() throws Exception {
        assertThat(folded(changed(changed(Loaded.DEFAULTS.metrics(), "topAccounts", 1), "queues", 2)))
                .containsEntry("account_limit", 1.0)
                .containsEntry("qos_limit", 3.0);
        assertThat(folded(Loaded.DEFAULTS.metrics()))
                .containsEntry("account_limit", 0.0)
                .containsEntry("qos_limit", 0.0)
                .containsOnlyKeys(
                        "user",
                        "account",
                        "queue",
                        "account_wait",
                        "account_usage",
                        "user_usage",
                        "node",
                        "account_limit",
                        "qos_limit",
                        "partition",
                        "gpu_type",
                        "gres",
                        "reason",
                        "license");
    }

    private static Map<String, Double> folded(MetricsConfig config) throws Exception {
        return CapturedSamples.of(config).stream()
                .filter(sample -> sample.family().name().equals("sluice_series_folded"))
                .collect(Collectors.toMap(sample -> sample.labels().get(1), Sample::value));
    }
}
