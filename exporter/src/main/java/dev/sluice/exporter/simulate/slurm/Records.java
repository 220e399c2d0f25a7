package dev.sluice.exporter.simulate.slurm;

import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.cluster.PartitionState;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobRequest;
import dev.sluice.exporter.model.job.JobShape;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeBaseState;
import dev.sluice.exporter.model.node.NodeFlag;
import dev.sluice.exporter.model.node.NodeIdentity;
import dev.sluice.exporter.model.node.NodeLayout;
import dev.sluice.exporter.model.node.NodeOrigin;
import dev.sluice.exporter.model.node.NodeResources;
import dev.sluice.exporter.model.node.NodeStatus;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The controller's state as the exporter reads it: in the exporter's own model. */
final class Records {

    private static final long PRIORITY = 1_000;

    private Records() {}

    static Job waiting(QueuedJob job, long now) {
        JobSpec spec = job.spec();
        boolean held = job.heldAt(now);
        long eligible = Math.max(spec.submitAt(), job.beginAt());
        return record(
                spec.id(),
                job,
                JobState.PENDING,
                job.waitingTasks(),
                job.reason(),
                "",
                held ? 0 : PRIORITY,
                held,
                held ? 0 : eligible);
    }

    static Job running(RunningTask task) {
        String nodes = String.join(",", task.nodes());
        QueuedJob job = task.job();
        return record(
                task.id(),
                job,
                JobState.RUNNING,
                1,
                "None",
                nodes,
                PRIORITY,
                false,
                job.spec().submitAt());
    }

    private static Job record(
            long id,
            QueuedJob job,
            JobState state,
            int tasks,
            String reason,
            String nodes,
            long priority,
            boolean held,
            long eligible) {
        JobSpec spec = job.spec();
        JobSpec.Request request = spec.request();
        long cpus = Math.max(1, request.cpus());
        GpuCounts gpus = request.gpus().times(request.nodes());
        return new Job(
                id,
                state,
                state,
                tasks,
                false,
                reason,
                List.of(spec.partition()),
                "account",
                "user",
                new JobRequest(request.nodes(), cpus * request.nodes(), 0, gpus),
                shape(request, cpus),
                Tres.NONE,
                nodes,
                job.array() ? spec.id() : 0,
                spec.taskLimit(),
                0,
                priority,
                held,
                "normal",
                spec.submitAt(),
                eligible,
                0,
                0,
                0,
                0,
                "");
    }

    private static JobShape shape(JobSpec.Request request, long cpus) {
        JobShape one = JobShape.ONE_CPU;
        return new JobShape(
                request.nodes(),
                cpus,
                0,
                request.nodes(),
                request.nodes(),
                request.nodes(),
                0,
                0,
                0,
                one.gpusPerJob(),
                request.gpus(),
                one.gpusPerTask(),
                one.gpusPerSocket(),
                request.feature(),
                "",
                "",
                request.whole(),
                false,
                false,
                one.placement());
    }

    static Node of(SimulatedNode node, boolean maintenance) {
        NodeType type = node.type();
        Set<NodeFlag> flags = EnumSet.of(NodeFlag.DYNAMIC_NORM);
        if (node.drained()) {
            flags.add(NodeFlag.DRAIN);
        }
        if (maintenance) {
            flags.add(NodeFlag.MAINTENANCE);
        }
        return new Node(
                new NodeIdentity(
                        node.name(),
                        node.name(),
                        new NodeOrigin("slurm", "slurm-worker-" + node.name(), "", type.nodeSet())),
                new NodeStatus(base(node), flags),
                type.partitions(),
                type.features().stream().sorted().toList(),
                new NodeResources(type.cpus(), 0, type.gpus()),
                new NodeResources(node.usedCpus(), 0, used(node)),
                NodeLayout.UNKNOWN,
                "",
                "",
                new Node.Reason(node.reason(), "", node.reasonSince()));
    }

    private static NodeBaseState base(SimulatedNode node) {
        if (!node.up()) {
            return NodeBaseState.DOWN;
        }
        if (!node.busy()) {
            return NodeBaseState.IDLE;
        }
        return node.usedCpus() >= node.type().cpus() ? NodeBaseState.ALLOCATED : NodeBaseState.MIXED;
    }

    /** Every node has GPUs of one type. */
    private static GpuCounts used(SimulatedNode node) {
        GpuCounts gpus = node.type().gpus();
        return gpus.isEmpty() ? gpus : GpuCounts.of(gpus.byType().firstKey(), node.usedGpus());
    }

    static Partition partition(String name, List<NodeType> types, Collection<SimulatedNode> nodes) {
        return new Partition(
                name,
                PartitionState.UP,
                nodes.stream()
                        .filter(node -> node.type().partitions().contains(name))
                        .map(SimulatedNode::name)
                        .collect(Collectors.joining(",")),
                types.stream()
                        .filter(type -> type.partitions().contains(name))
                        .map(NodeType::nodeSet)
                        .collect(Collectors.joining(",")),
                Long.MAX_VALUE,
                false);
    }
}
