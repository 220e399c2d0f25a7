package dev.sluice.exporter.api;

import static dev.sluice.exporter.config.Loaded.changed;
import static dev.sluice.exporter.model.job.JobBuilder.job;

import dev.sluice.exporter.api.ExporterStatus.ClusterView;
import dev.sluice.exporter.derive.BlackHoles.BlackHole;
import dev.sluice.exporter.derive.Capacity;
import dev.sluice.exporter.derive.Constraints;
import dev.sluice.exporter.derive.QueueSummary;
import dev.sluice.exporter.derive.Run;
import dev.sluice.exporter.derive.SeriesBudgets;
import dev.sluice.exporter.derive.gpu.GpuSlots;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.derive.signal.Signal;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.cluster.ControllerConf.PrivateData;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeBaseState;
import dev.sluice.exporter.model.node.NodeBuilder;
import dev.sluice.exporter.publish.Published;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A small handwritten cluster. Each of the two nodes has four GPUs; one node is down. Jobs are pending for several
 * reasons.
 */
final class SmallCluster {

    static final Instant NOW = Instant.ofEpochSecond(JobBuilder.NOW);
    static final List<Job> JOBS = List.of(
            job(10).in("gpu")
                    .runningOn("n1")
                    .gpus("h100", 3)
                    .gresDetail("gpu:h100:3(IDX:0,2-3)")
                    .build(),
            named(
                    job(11).in("gpu").gpus("h100", 8).nodes(2).priority(50).build(),
                    "<b>train</b>",
                    JobBuilder.NOW + 600),
            job(12).in("gpu").reason("Priority").gpus("", 1).priority(40).build(),
            job(13).in("gpu,cpu").reason("JobHeldUser").priority(0).held().build(),
            job(14).in("gpu")
                    .reason("JobArrayTaskLimit")
                    .array(14, 30, 2)
                    .priority(60)
                    .build(),
            job(15).in("gpu").array(14, 1, 2).runningOn("n1").build(),
            named(job(16).in("cpu").state(JobState.COMPLETED).reason("None").build(), "", JobBuilder.NOW + 60));

    /** Adds three failed jobs of two users on n1. */
    private static final BlackHole BLACK_HOLE = new BlackHole(
            "n1",
            List.of(
                    new Run(7, "user", "n1", JobBuilder.NOW - 100, JobBuilder.NOW - 95, true),
                    new Run(8, "other-user", "n1", JobBuilder.NOW - 90, JobBuilder.NOW - 85, true),
                    new Run(9, "user", "n1", JobBuilder.NOW - 80, JobBuilder.NOW - 75, true)),
            0.000_004);

    private SmallCluster() {}

    private static Job named(Job job, String name, long expectedStartAt) {
        return JobBuilder.of(job).named(name).expectedStartAt(expectedStartAt).build();
    }

    static ClusterView view(Duration age, Optional<String> failure) {
        List<Node> nodes = List.of(
                node("n1", NodeBaseState.MIXED, 3, ""), node("n2", NodeBaseState.DOWN, 0, "<script>alert(1)</script>"));
        return view("alpha", JOBS, nodes, Constraints.UNKNOWN, age, failure);
    }

    /** Returns the cluster, read 3 s ago. */
    static ClusterView view() {
        return view(Duration.ofSeconds(3), Optional.empty());
    }

    /** Returns other jobs and nodes in the same partitions. */
    static ClusterView view(List<Job> jobs, List<Node> nodes, Constraints constraints) {
        return view("alpha", jobs, nodes, constraints, Duration.ofSeconds(3), Optional.empty());
    }

    /** Returns another cluster with the same nodes. */
    static ClusterView named(String cluster, List<Job> jobs) {
        return published(changed(view(), "name", cluster), "queue", Optional.of(queue(jobs, NOW.minusSeconds(3))));
    }

    /** Returns a cluster with other published data. */
    static ClusterView published(ClusterView view, String component, Object value) {
        return changed(view, "published", changed(view.published(), component, value));
    }

    /** Returns a cluster without data. */
    static ClusterView empty(String cluster, boolean ready, SourceStatus... sources) {
        return new ClusterView(
                cluster,
                ready,
                Optional.empty(),
                List.of(sources),
                Published.NOTHING,
                Signal.withoutKubernetes(cluster),
                Map.of(),
                List::of);
    }

    private static ClusterView view(
            String cluster,
            List<Job> jobs,
            List<Node> nodes,
            Constraints constraints,
            Duration age,
            Optional<String> failure) {
        Instant at = NOW.minus(age);
        SourceStatus[] sources = Stream.of(
                        "jobs", "nodes", "partitions", "qos", "associations", "licenses", "reservations", "shares")
                .map(name -> source(cluster, name, at, failure))
                .toArray(SourceStatus[]::new);
        Published.Nodes known = new Published.Nodes(
                nodes.stream().map(JoinedNode::outsideKubernetes).toList(),
                Capacity.Summary.of(nodes, List.of("cpu", "gpu")),
                at,
                new GpuSlots.Beside(1, 1L << 30),
                Map.of());
        return changed(
                empty(cluster, true, sources),
                "published",
                new Published(
                        Optional.empty(),
                        Optional.of(queue(jobs, at)),
                        Optional.of(known),
                        constraints,
                        PrivateData.NONE));
    }

    private static Published.Queue queue(List<Job> jobs, Instant at) {
        QueueSummary summary = QueueSummary.of(jobs, List.of("cpu", "gpu"), at, SeriesBudgets.named(5, 5));
        return new Published.Queue(jobs, summary, List.of(BLACK_HOLE), at);
    }

    private static SourceStatus source(String cluster, String name, Instant at, Optional<String> failure) {
        SourceStatus read = SourceStatus.waiting(
                        cluster, name, new SourceStatus.Pace(Duration.ofSeconds(15), Duration.ofSeconds(90)))
                .answered(
                        at,
                        new SourceStatus.Answer("26.05.5", "v0.0.45", 1000, 0, Optional.empty()),
                        Duration.ofMillis(20));
        return failure.map(message ->
                        read.failed(FailureKind.UNREACHABLE, message, at.plusSeconds(5), Duration.ofMillis(20)))
                .orElse(read);
    }

    private static Node node(String name, NodeBaseState base, long allocatedGpus, String reason) {
        return NodeBuilder.node(name)
                .state(base, Set.of())
                .usable(64, 0, GpuCounts.of("h100", 4))
                .allocated(0, 0, GpuCounts.of("h100", allocatedGpus))
                .reason(reason, "root", 1)
                .build();
    }
}
