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
import org.junit.jupiter.params.provider.ValueSource;

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

    private static MetricsConfig config(int users, int accounts, int queues) {
        MetricsConfig of = changed(Loaded.DEFAULTS.metrics(), "topUsers", users);
        return changed(changed(of, "topAccounts", accounts), "queues", queues);
    }

    private static MetricsConfig nodes(int nodes) {
        return changed(Loaded.DEFAULTS.metrics(), "nodes", nodes);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void noFamilyNamesMoreUsers(int users) throws Exception {
        assertThat(named(config(users, 50, 100), "user", "account"))
                .allSatisfy((family, names) -> assertThat(names).hasSizeLessThanOrEqualTo(users));
    }

    /** The fair-share series of a user also has an account label, but counts as a series of the user. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void noFamilyNamesMoreAccounts(int accounts) throws Exception {
        Map<String, Set<String>> named = named(config(50, accounts, 100), "account");
        named.keySet().removeIf(family -> family.startsWith("slurm_fairshare_user_"));

        assertThat(named).allSatisfy((family, names) -> assertThat(names).hasSizeLessThanOrEqualTo(accounts));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void noFamilyNamesMoreQueues(int queues) throws Exception {
        assertThat(named(config(50, 50, queues), "qos", "partition"))
                .allSatisfy((family, names) -> assertThat(names).hasSizeLessThanOrEqualTo(queues));
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
        assertThat(folded(config(50, 1, 2))).containsEntry("account_limit", 1.0).containsEntry("qos_limit", 3.0);
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
