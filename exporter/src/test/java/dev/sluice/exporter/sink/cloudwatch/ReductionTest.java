package dev.sluice.exporter.sink.cloudwatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.exporter.metrics.MetricBatch;
import dev.sluice.exporter.metrics.MetricCatalog;
import dev.sluice.exporter.metrics.MetricFamily;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReductionTest {

    static final MetricFamily QUEUE_JOBS = MetricCatalog.family("slurm_queue_jobs");
    private static final MetricFamily OLDEST = MetricCatalog.family("slurm_queue_oldest_pending_seconds");

    private static final MetricBatch QUEUE = visitor -> {
        visitor.sample(QUEUE_JOBS, 3, "alpha", "gpu", "pending");
        visitor.sample(QUEUE_JOBS, 4, "alpha", "gpu", "running");
        visitor.sample(QUEUE_JOBS, 0, "alpha", "cpu", "pending");
        visitor.sample(QUEUE_JOBS, 1, "alpha", "cpu", "running");
        visitor.sample(OLDEST, 60, "alpha", "gpu", "resources");
        visitor.sample(OLDEST, 90, "alpha", "gpu", "priority");
    };

    static DeclaredMetric metric(String name, Aggregation aggregation, String... labels) {
        return new DeclaredMetric(name, QUEUE_JOBS, Map.of(), List.of(labels), aggregation, QUEUE_JOBS);
    }

    private static List<String> rolls(MetricBatch batch, DeclaredMetric... metrics) {
        return Reduction.of(batch, List.of(metrics), Map.of("ClusterName", "eks")).stream()
                .map(roll -> roll.key() + " " + roll.level())
                .toList();
    }

    @Test
    void aggregatesAsDeclared() {
        assertThat(rolls(
                        QUEUE,
                        metric("jobs", Aggregation.SUM, "cluster"),
                        metric("most", Aggregation.MAX, "cluster"),
                        metric("least", Aggregation.MIN, "cluster"),
                        metric("mean", Aggregation.AVERAGE, "cluster"),
                        metric("there", Aggregation.PRESENT, "cluster")))
                .containsExactlyInAnyOrder(
                        "jobs{ClusterName=eks, SlurmCluster=alpha} 8.0",
                        "most{ClusterName=eks, SlurmCluster=alpha} 4.0",
                        "least{ClusterName=eks, SlurmCluster=alpha} 0.0",
                        "mean{ClusterName=eks, SlurmCluster=alpha} 2.0",
                        "there{ClusterName=eks, SlurmCluster=alpha} 1.0");
    }

    @Test
    void aMetricWithoutSampleIsZeroWhereItsPresenceFamilyHasOne() {
        DeclaredMetric oldest = new DeclaredMetric(
                "oldest", OLDEST, Map.of(), List.of("cluster", "partition"), Aggregation.MAX, QUEUE_JOBS);
        DeclaredMetric suspended = new DeclaredMetric(
                "suspended",
                QUEUE_JOBS,
                DeclaredMetric.rules(List.of("state=suspended|completing")),
                List.of("partition"),
                Aggregation.SUM,
                QUEUE_JOBS);

        assertThat(rolls(QUEUE, oldest, suspended))
                .containsExactlyInAnyOrder(
                        "oldest{ClusterName=eks, SlurmCluster=alpha, Partition=gpu} 90.0",
                        "oldest{ClusterName=eks, SlurmCluster=alpha, Partition=cpu} 0.0",
                        "suspended{ClusterName=eks, Partition=gpu} 0.0",
                        "suspended{ClusterName=eks, Partition=cpu} 0.0");
    }

    @Test
    void ignoresSamplesWithoutDeclarationOrDimension() {
        MetricBatch unnamed = visitor -> {
            visitor.sample(QUEUE_JOBS, 3, "alpha", "", "pending");
            visitor.sample(OLDEST, 3, "alpha", "gpu", "resources");
        };

        assertThat(rolls(unnamed, metric("jobs", Aggregation.SUM, "cluster", "partition")))
                .isEmpty();
    }

    @Test
    void refusesInvalidDeclarations() {
        assertThatThrownBy(() -> metric("jobs", Aggregation.SUM, "node"))
                .hasMessage("slurm_queue_jobs has no label node");
        assertThatThrownBy(() -> metric("jobs", Aggregation.SUM, "cluster", "cluster"))
                .hasMessage("a label of jobs appears twice");
    }

    /** The cost table in the guide is based on these numbers. */
    @Test
    void theBuiltInMetricsAreAsDocumented() {
        assertThat(BuiltInMetrics.of(false, false)).hasSize(23);
        assertThat(BuiltInMetrics.of(true, false)).hasSize(23 + 12);
        List<DeclaredMetric> all = BuiltInMetrics.of(true, true);
        assertThat(all).hasSize(23 + 12 + 8);
        assertThat(all.get(0).name()).isEqualTo("heartbeat");
        Set<String> personal = Set.of("node", "job_id", "user", "account", "pod", "kube_node");
        assertThat(all).allSatisfy(metric -> {
            assertThat(metric.labels()).doesNotContainAnyElementsOf(personal);
            assertThat(metric.key(
                                    Map.of("ClusterName", "eks"),
                                    metric.labels().stream().map(label -> "x").toList())
                            .valid())
                    .isTrue();
        });
    }
}
