package dev.sluice.exporter.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CatalogueTest {

    private static final Catalogue CATALOGUE = Catalogue.withRules(List.of(new Rule(
            "recording",
            "group",
            true,
            "cluster:slurm_cluster_nodes:all",
            "sum by (cluster) (slurm_cluster_nodes)",
            "",
            "",
            Map.of(),
            Map.of())));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sum by (cluster, partition) (slurm_queue_jobs{state=~\"running|completing\"})",
                "cluster:slurm_cluster_nodes:all{cluster=\"alpha\"}",
                "up{job=~\".*sluice.*\"} == 0",
                "slurm_cluster_nodes{state=~\"$state\"}",
                "slurm_compute_node_unavailable_seconds * on (cluster, node) group_left (pod) slurm_compute_node_info",
                "time() - max by (cluster) (sluice_token_expiry_timestamp_seconds)"
            })
    void findsNothingWrongWithWhatIsThere(String expression) {
        assertThat(CATALOGUE.problems(PromQl.parse(expression))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "slurm_no_such_metric; no series is called slurm_no_such_metric",
                "cluster:slurm_cluster_nodes:none; no series is called cluster:slurm_cluster_nodes:none",
                "slurm_queue_jobs{user='a'}; slurm_queue_jobs has no label user",
                "sum by (node) (slurm_queue_jobs); what sum adds up has no label node",
                "slurm_cluster_nodes{state='drainign'}; slurm_cluster_nodes never has state=\"drainign\"",
                "slurm_cluster_nodes{state=~'down|failed'}; slurm_cluster_nodes never has state=\"failed\"",
                "slurm_queue_pending_jobs{reason='NoSuchReason'};"
                        + " slurm_queue_pending_jobs never has reason=\"NoSuchReason\"",
                "slurm_cluster_jobs * on (node) slurm_cluster_nodes; the left of * has no label node",
                "slurm_queue_truncated_arrays * on (cluster) group_left (node) sluice_series;"
                        + " the one side of * has no label node"
            })
    void saysWhatIsWrong(String expression, String problem) {
        assertThat(CATALOGUE.problems(PromQl.parse(expression))).contains(problem);
    }

    @Test
    void asksForOnWhereTheSidesHaveOtherLabels() {
        assertThat(CATALOGUE.problems(PromQl.parse("slurm_queue_jobs and slurm_cluster_nodes")))
                .singleElement()
                .asString()
                .contains("say on (...)");
    }

    /** The remaining labels, according to the rules in Prometheus' documentation of operators. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "sum(slurm_queue_jobs); ''",
                "sum by (cluster, node) (slurm_queue_jobs); cluster",
                "sum without (state, job, instance) (slurm_queue_jobs); cluster partition",
                "max by (cluster) (slurm_queue_jobs) > 3; cluster",
                "3 < max by (cluster) (slurm_queue_jobs); cluster",
                "time() - max by (cluster) (slurm_queue_jobs); cluster",
                "vector(1); ''",
                "absent(slurm_queue_jobs{partition='gpu', state=~'a'}); partition",
                "sum by (cluster, state) (slurm_queue_jobs) / on (cluster) sum by (cluster) (slurm_cluster_nodes);"
                        + " cluster",
                "sum by (cluster, state) (slurm_queue_jobs) / ignoring (state) sum by (cluster) (slurm_cluster_nodes);"
                        + " cluster",
                "sum by (cluster, state) (slurm_queue_jobs) and on (cluster) slurm_cluster_nodes; cluster state",
                "sum by (cluster) (slurm_queue_jobs) or sum by (state) (slurm_queue_jobs); cluster state",
                "sum by (node) (slurm_compute_node_state) * on (node) group_left (pod)"
                        + " group by (node, pod) (slurm_compute_node_info); node pod",
                "label_replace(sum(slurm_queue_jobs), 'x', '$1', 'y', '(.*)'); x",
                "topk(3, sum by (cluster) (slurm_queue_jobs)); cluster",
                "quantile_over_time(0.9, cluster:slurm_cluster_nodes:all[1d]); cluster"
            })
    void followsLabels(String expression, String labels) {
        Set<String> expected = labels.isEmpty() ? Set.of() : Set.of(labels.split(" ", -1));

        assertThat(CATALOGUE.labelsOf(PromQl.parse(expression))).isEqualTo(expected);
    }

    @Test
    void knowsCounters() {
        assertThat(CATALOGUE.counter("sluice_source_failures_total")).isTrue();
        assertThat(CATALOGUE.counter("sluice_source_age_seconds")).isFalse();
    }
}
