package dev.sluice.exporter.sink.cloudwatch.rollup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.exporter.metrics.family.MetricBatch;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReductionTest {

    private static final MetricBatch QUEUE = visitor -> {
        visitor.sample(Catalogue.QUEUE_JOBS, 3, "alpha", "gpu", "pending");
        visitor.sample(Catalogue.QUEUE_JOBS, 4, "alpha", "gpu", "running");
        visitor.sample(Catalogue.QUEUE_JOBS, 0, "alpha", "cpu", "pending");
        visitor.sample(Catalogue.QUEUE_JOBS, 1, "alpha", "cpu", "running");
        visitor.sample(Catalogue.OLDEST, 60, "alpha", "gpu", "resources");
        visitor.sample(Catalogue.OLDEST, 90, "alpha", "gpu", "priority");
    };

    private static List<String> rolls(MetricBatch batch, DeclaredMetric... metrics) {
        Profile profile = new Profile(List.of(new Dimension("ClusterName", "eks")), List.of(metrics));
        return Reduction.of(batch, profile).stream()
                .map(roll -> roll.key() + " " + roll.reading())
                .toList();
    }

    @Test
    void foldsAsDeclared() {
        assertThat(rolls(
                        QUEUE,
                        Catalogue.metric("jobs", Catalogue.QUEUE_JOBS, Aggregation.SUM, "cluster"),
                        Catalogue.metric("most", Catalogue.QUEUE_JOBS, Aggregation.MAX, "cluster"),
                        Catalogue.metric("least", Catalogue.QUEUE_JOBS, Aggregation.MIN, "cluster"),
                        Catalogue.metric("mean", Catalogue.QUEUE_JOBS, Aggregation.AVERAGE, "cluster"),
                        Catalogue.metric("there", Catalogue.QUEUE_JOBS, Aggregation.PRESENT, "cluster")))
                .containsExactlyInAnyOrder(
                        "jobs{ClusterName=eks, SlurmCluster=alpha} Level[value=8.0]",
                        "most{ClusterName=eks, SlurmCluster=alpha} Level[value=4.0]",
                        "least{ClusterName=eks, SlurmCluster=alpha} Level[value=0.0]",
                        "mean{ClusterName=eks, SlurmCluster=alpha} Level[value=2.0]",
                        "there{ClusterName=eks, SlurmCluster=alpha} Level[value=1.0]");
    }

    @Test
    void publishesZeroForWhatIsKnownAndHasNoSample() {
        DeclaredMetric oldest =
                Catalogue.metric("oldest", Catalogue.OLDEST, Map.of(), Catalogue.QUEUE_JOBS, "cluster", "partition");

        assertThat(rolls(QUEUE, oldest))
                .containsExactlyInAnyOrder(
                        "oldest{ClusterName=eks, SlurmCluster=alpha, Partition=gpu} Level[value=90.0]",
                        "oldest{ClusterName=eks, SlurmCluster=alpha, Partition=cpu} Level[value=0.0]");
    }

    @Test
    void publishesZeroWhereTheRuleTakesNothingOfAKnownPartition() {
        DeclaredMetric suspended = Catalogue.metric(
                "suspended",
                Catalogue.QUEUE_JOBS,
                Map.of("state", Set.of("suspended")),
                Catalogue.QUEUE_JOBS,
                "cluster",
                "partition");

        assertThat(rolls(QUEUE, suspended)).hasSize(2).allMatch(roll -> roll.endsWith("Level[value=0.0]"));
    }

    @Test
    void leavesOutWhatIsNotDeclaredOrHasNoNameForADimension() {
        MetricBatch unnamed = visitor -> {
            visitor.sample(Catalogue.QUEUE_JOBS, 3, "alpha", "", "pending");
            visitor.sample(Catalogue.OLDEST, 3, "alpha", "gpu", "resources");
        };

        assertThat(rolls(
                        unnamed,
                        Catalogue.metric("jobs", Catalogue.QUEUE_JOBS, Aggregation.SUM, "cluster", "partition")))
                .isEmpty();
    }

    @Test
    void refusesDeclarationsThatMakeNoSense() {
        assertThatThrownBy(() -> Catalogue.metric("jobs", Catalogue.QUEUE_JOBS, Aggregation.SUM, "node"))
                .hasMessage("slurm_queue_jobs has no label node");
        assertThatThrownBy(() -> Catalogue.metric("jobs", Catalogue.QUEUE_JOBS, Aggregation.SUM, "cluster", "cluster"))
                .hasMessage("a label of jobs appears twice");
        DeclaredMetric jobs = Catalogue.metric("jobs", Catalogue.QUEUE_JOBS, Aggregation.SUM, "cluster");
        assertThatThrownBy(() -> new Profile(List.of(), List.of(jobs, jobs)))
                .hasMessage("jobs is declared twice for the same dimensions");
    }
}
