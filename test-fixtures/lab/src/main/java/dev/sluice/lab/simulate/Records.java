package dev.sluice.lab.simulate;

import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.cluster.Partition.PartitionState;
import dev.sluice.exporter.model.cluster.Reservation;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.Job.JobAllocation;
import dev.sluice.exporter.model.job.Job.JobOwner;
import dev.sluice.exporter.model.job.JobArray;
import dev.sluice.exporter.model.job.JobOrigin;
import dev.sluice.exporter.model.job.JobRequest;
import dev.sluice.exporter.model.job.JobShape;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.job.JobStatus;
import dev.sluice.exporter.model.job.JobTimes;
import dev.sluice.exporter.model.kubernetes.Autoscaler;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot.SystemView;
import dev.sluice.exporter.model.kubernetes.NodeSet;
import dev.sluice.exporter.model.kubernetes.NodeSetSystem;
import dev.sluice.exporter.model.kubernetes.ScaleLimit;
import dev.sluice.exporter.model.kubernetes.SlurmdPod;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.Node.NodeOrigin;
import dev.sluice.exporter.model.node.NodeBaseState;
import dev.sluice.exporter.model.node.NodeFlag;
import dev.sluice.exporter.model.node.NodeLayout;
import dev.sluice.exporter.model.node.NodeResources;
import dev.sluice.lab.kubernetes.NodeSetController;
import dev.sluice.lab.kubernetes.Pod;
import dev.sluice.lab.scheduling.Controller;
import dev.sluice.lab.scheduling.SimulatedJob;
import dev.sluice.lab.scheduling.SimulatedJob.ArrayPlace;
import dev.sluice.lab.scheduling.SimulatedNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Converts the state of a controller and of its NodeSets to the exporter's model, as if the exporter had read the state
 * from slurmrestd and from a Kubernetes API server.
 */
record Records(Controller controller, Function<String, NodeSetSpec> setOf) {

    private static final NodeSetSystem SYSTEM = new NodeSetSystem("slinky", true, true, Optional.empty());
    private static final String API_VERSION = "slinky.slurm.net/v1beta1";
    private static final String KIND = "NodeSet";

    public List<Job> jobs() {
        return Stream.concat(controller.pending().stream(), controller.running().stream())
                .map(Records::record)
                .toList();
    }

    static Job record(SimulatedJob job) {
        JobState state = JobState.valueOf(job.state().name());
        boolean held = job.isHeld();
        long nodes = job.request().nodes();
        GpuCounts gpus = gpusPerNode(job);
        return new Job(
                job.id(),
                new JobStatus(state, state, job.reason().slurmName(), "", held, false, 0, JobStatus.SUCCESS),
                List.of(job.partition()),
                new JobOwner(
                        job.request().user(),
                        job.request().account(),
                        job.request().qos()),
                new JobArray(
                        job.array().map(ArrayPlace::arrayJobId).orElse(0),
                        Math.max(1, job.waitingTasks()),
                        false,
                        job.array().map(ArrayPlace::limit).orElse(0)),
                new JobRequest(nodes, job.request().totalCpus(), 0, gpus.times(nodes)),
                shape(job, gpus),
                nodes,
                allocation(job),
                times(job, held),
                0,
                held ? 0 : job.priority(),
                "",
                "",
                JobOrigin.NATIVE);
    }

    private static JobAllocation allocation(SimulatedJob job) {
        String nodes = job.allocations().stream()
                .map(allocation -> allocation.node().name())
                .collect(Collectors.joining(","));
        return new JobAllocation(Tres.NONE, nodes, List.of());
    }

    private static JobTimes times(SimulatedJob job, boolean held) {
        return new JobTimes(
                job.request().timeLimit().toSeconds(),
                job.times().submit(),
                held ? 0 : Math.max(job.times().submit(), job.beginAt()),
                0,
                job.isPending() ? 0 : job.times().start(),
                0,
                0,
                job.isPending() ? 0 : job.times().start());
    }

    private static GpuCounts gpusPerNode(SimulatedJob job) {
        return job.request()
                .gpus()
                .map(gpus -> GpuCounts.of(gpus.type().orElse(GpuCounts.UNTYPED), gpus.count()))
                .orElse(GpuCounts.NONE);
    }

    private static JobShape shape(SimulatedJob job, GpuCounts gpus) {
        return JobShape.oneTaskPerNode(
                job.request().nodes(),
                job.request().cpusPerTask(),
                0,
                gpus,
                String.join("&", job.request().features()),
                job.request().exclusive());
    }

    public List<Node> nodes() {
        Set<String> planned = controller.plannedNodes();
        return controller.nodes().stream().map(node -> record(node, planned)).toList();
    }

    private Node record(SimulatedNode node, Set<String> planned) {
        NodeSetSpec set = setOf.apply(node.name());
        Set<NodeFlag> flags = EnumSet.noneOf(NodeFlag.class);
        node.flags().forEach(flag -> flags.add(NodeFlag.valueOf(flag.name())));
        if (node.state() == SimulatedNode.State.IDLE && planned.contains(node.name())) {
            flags.add(NodeFlag.PLANNED);
        }
        if (controller.reservationOf(node.name()).isPresent()) {
            flags.add(NodeFlag.MAINTENANCE);
        }
        return new Node(
                node.name(),
                new NodeOrigin("slurm", "slurm-worker-" + node.name(), "", set.name()),
                NodeBaseState.valueOf(node.state().name()),
                flags,
                set.partitions(),
                node.spec().features(),
                new NodeResources(set.cpus(), 0, set.gpus()),
                new NodeResources(set.cpus() - node.free().cpus(), 0, used(node)),
                NodeLayout.UNKNOWN,
                "",
                "",
                new Node.Reason(node.reason().text(), "", node.reason().at()),
                node.bootAt(),
                "");
    }

    /** Returns the allocated GPUs by type. */
    private static GpuCounts used(SimulatedNode node) {
        GpuCounts used = GpuCounts.NONE;
        for (int gpu : node.free().busyGpus()) {
            used = used.plus(GpuCounts.of(node.spec().gpuTypes().get(gpu), 1));
        }
        return used;
    }

    public List<Reservation> reservations() {
        return controller.reservations().stream()
                .map(reservation -> new Reservation(
                        reservation.name(),
                        Instant.ofEpochSecond(reservation.startAt()),
                        Instant.ofEpochSecond(reservation.endAt()),
                        reservation.nodes().size(),
                        String.join(",", reservation.nodes()),
                        0,
                        "",
                        flags(reservation)))
                .toList();
    }

    private List<String> flags(dev.sluice.lab.scheduling.Reservation reservation) {
        List<String> flags = new ArrayList<>();
        if (reservation.maintenance()) {
            flags.add("MAINT");
        }
        boolean all = controller.definition().partitions().stream()
                .allMatch(partition -> reservation.nodes().containsAll(partition.nodes()));
        if (all) {
            flags.add("ALL_NODES");
        }
        return flags;
    }

    public List<Partition> partitions() {
        return controller.partitions().stream()
                .map(partition -> new Partition(
                        partition.name(),
                        PartitionState.UP,
                        String.join(",", partition.nodes()),
                        partition.nodeSets(),
                        Long.MAX_VALUE,
                        false))
                .toList();
    }

    /** Returns simulated NodeSets, pods and limits. */
    static KubernetesSnapshot kubernetes(String cluster, List<SimulatedNodeSet> sets, long now) {
        Instant at = Instant.ofEpochSecond(now);
        List<SlurmdPod> pods = new ArrayList<>();
        for (SimulatedNodeSet set : sets) {
            set.pods().forEach(pod -> pods.add(pod(set, pod)));
        }
        SystemView view = new SystemView(
                Optional.of(new Observed<>(sets.stream().map(Records::nodeSet).toList(), at)),
                Optional.of(new Observed<>(pods, at)));
        return new KubernetesSnapshot(
                cluster,
                Map.of(SYSTEM, view),
                Optional.of(new Observed<>(List.of(), at)),
                Optional.empty(),
                Optional.of(new Observed<>(
                        sets.stream().map(Records::limit).map(Autoscaler::of).toList(), at)),
                Optional.of(new Observed<>(List.of(), at)),
                List.of(),
                Set.of());
    }

    private static NodeSet nodeSet(SimulatedNodeSet set) {
        NodeSetSpec spec = set.spec();
        String gres = spec.gpus().byType().entrySet().stream()
                .map(gpus -> "gpu:" + gpus.getKey() + ":" + gpus.getValue())
                .collect(Collectors.joining(",", "Gres=", ""));
        String features = spec.features().stream().collect(Collectors.joining(",", "Features=", ""));
        return new NodeSet(
                SYSTEM,
                API_VERSION,
                KIND,
                NodeSetController.NAMESPACE,
                spec.name(),
                OptionalInt.of(set.scale().spec()),
                NodeSet.Status.UNKNOWN,
                NodeSet.ScalingMode.STATEFUL_SET,
                false,
                new NodeSet.PodResources(1_000L * spec.cpus(), 0, Collections.emptySortedMap()),
                spec.name(),
                false,
                (spec.gpus().isEmpty() ? "" : gres) + (spec.features().isEmpty() ? "" : " " + features));
    }

    private static SlurmdPod pod(SimulatedNodeSet set, Pod pod) {
        String nodeSet = set.spec().name();
        return new SlurmdPod(
                SYSTEM,
                NodeSetController.NAMESPACE,
                pod.name(),
                nodeSet,
                pod.node(),
                "",
                false,
                pod.ready(),
                false,
                OptionalInt.of(pod.ordinal()),
                "",
                Instant.ofEpochSecond(pod.createdAt()),
                false,
                pod.cordoned(),
                "");
    }

    private static ScaleLimit limit(SimulatedNodeSet set) {
        return new ScaleLimit(
                NodeSetController.NAMESPACE,
                API_VERSION,
                KIND,
                set.spec().name(),
                set.spec().min(),
                set.spec().max(),
                Set.of());
    }
}
