package dev.sluice.exporter.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.join.ClusterJoin.Mismatch;
import dev.sluice.exporter.derive.join.Clusters;
import dev.sluice.exporter.publish.Sample;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class KubernetesMetricsTest {

    @Test
    void countsMismatchesAndPodsWithoutRoomWhereTheListsAreWhole() {
        assertThat(samples(true))
                .containsExactly(
                        "slurm_nodeset_unschedulable_pods[research, slurm, slurm-worker-gpu] 0.0",
                        "slurm_kubernetes_mismatches[research, pod_ready_node_down] 0.0",
                        "slurm_kubernetes_mismatches[research, node_up_pod_not_ready] 0.0",
                        "slurm_kubernetes_mismatches[research, pod_without_node] 0.0",
                        "slurm_kubernetes_mismatches[research, node_without_pod] 1.0");
    }

    /** A node whose pod could not be read can still have a pod. */
    @Test
    void countsNeitherWhereRecordsCouldNotBeRead() {
        assertThat(samples(false)).isEmpty();
    }

    private static List<String> samples(boolean complete) {
        Clusters cluster = new Clusters();
        cluster.nodeSets.add(Clusters.slinky());
        return Sample.texts(KubernetesMetrics.SECTION.batch(KubernetesMetrics.of(
                cluster.kubernetes(),
                List.of(Mismatch.NODE_WITHOUT_POD),
                Collections.emptySortedMap(),
                Collections.emptySortedMap(),
                complete)));
    }
}
