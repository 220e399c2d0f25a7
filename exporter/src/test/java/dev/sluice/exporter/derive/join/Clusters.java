package dev.sluice.exporter.derive.join;

import dev.sluice.exporter.derive.scaling.pool.Member;
import dev.sluice.exporter.derive.scaling.pool.Pool;
import dev.sluice.exporter.kubernetes.NodeSetReader;
import dev.sluice.exporter.kubernetes.Slinky;
import dev.sluice.exporter.kubernetes.StatefulSets;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.cluster.ClusterSnapshot;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.cluster.PartitionBuilder;
import dev.sluice.exporter.model.kubernetes.Autoscaler;
import dev.sluice.exporter.model.kubernetes.GpuPod;
import dev.sluice.exporter.model.kubernetes.KubeNode;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot;
import dev.sluice.exporter.model.kubernetes.NodeSet;
import dev.sluice.exporter.model.kubernetes.NodeSetSystem;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.kubernetes.ScaleLimit;
import dev.sluice.exporter.model.kubernetes.SlurmdPod;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.Node.NodeOrigin;
import dev.sluice.exporter.model.node.NodeBaseState;
import dev.sluice.exporter.model.node.NodeBuilder;
import dev.sluice.exporter.model.node.NodeFlag;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** A small cluster that a test builds: Slinky's NodeSet {@code slurm-worker-gpu} with nodes {@code gpu-N}. */
public final class Clusters {

    public static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    static final long GIB = 1L << 30;
    public static final String SET = "slurm-worker-gpu";

    public final List<Node> nodes = new ArrayList<>();
    public final List<Partition> partitions = new ArrayList<>();
    public final List<NodeSet> nodeSets = new ArrayList<>();
    public final List<SlurmdPod> pods = new ArrayList<>();
    public final List<KubeNode> machines = new ArrayList<>();
    public final List<GpuPod> gpuPods = new ArrayList<>();
    public final List<ScaleLimit> hpas = new ArrayList<>();
    public final List<ScaleLimit> scaledObjects = new ArrayList<>();
    final Map<ObjectName, PoolOverride> overrides = new HashMap<>();
    boolean podsRead = true;
    boolean nodesRead = true;
    boolean limitsRead = true;

    ClusterJoin join() {
        return ClusterJoin.of(slurm(), kubernetes(), overrides);
    }

    public ClusterSnapshot slurm() {
        ClusterSnapshot slurm =
                ClusterSnapshot.empty("research").withPartitions(new Observed<>(List.copyOf(partitions), NOON));
        return nodesRead ? slurm.withNodes(new Observed<>(List.copyOf(nodes), NOON)) : slurm;
    }

    public KubernetesSnapshot kubernetes() {
        Map<NodeSetSystem, KubernetesSnapshot.SystemView> systems = new HashMap<>();
        for (NodeSetReader reader : NodeSetReader.all("", Set.of())) {
            NodeSetSystem system = reader.system();
            List<NodeSet> sets =
                    nodeSets.stream().filter(set -> set.system().equals(system)).toList();
            List<SlurmdPod> ofSystem =
                    pods.stream().filter(pod -> pod.system().equals(system)).toList();
            systems.put(
                    system,
                    new KubernetesSnapshot.SystemView(
                            Optional.of(new Observed<>(sets, NOON)),
                            podsRead ? Optional.of(new Observed<>(ofSystem, NOON)) : Optional.empty()));
        }
        return new KubernetesSnapshot(
                "research",
                systems,
                Optional.of(new Observed<>(List.copyOf(machines), NOON)),
                Optional.of(new Observed<>(List.copyOf(gpuPods), NOON)),
                limitsRead
                        ? Optional.of(
                                new Observed<>(hpas.stream().map(Autoscaler::of).toList(), NOON))
                        : Optional.empty(),
                limitsRead ? Optional.of(new Observed<>(List.copyOf(scaledObjects), NOON)) : Optional.empty(),
                List.of(),
                Set.of());
    }

    JoinedNode joined(String name) {
        return Optional.ofNullable(join().nodes().get(name)).orElseThrow();
    }

    /** Returns the only pool. */
    Pool pool() {
        List<Pool> pools = join().pools();
        if (pools.size() != 1) {
            throw new AssertionError(pools);
        }
        return pools.get(0);
    }

    /** The cluster has only one pool with one member; returns this member. */
    Member member() {
        List<Member> members = pool().members();
        if (members.size() != 1) {
            throw new AssertionError(members);
        }
        return members.get(0);
    }

    static NodeOrigin origin(String pod, String machine) {
        return new NodeOrigin("slurm", pod, machine, SET);
    }

    public static Node node(String name, NodeBaseState base, NodeFlag... flags) {
        Set<NodeFlag> all = new TreeSet<>(List.of(flags));
        all.add(NodeFlag.DYNAMIC_NORM);
        return sized(name, base, all, 0);
    }

    static Node sized(String name, NodeBaseState base, Set<NodeFlag> flags, long allocatedCpus) {
        return NodeBuilder.node(name)
                .state(base, flags)
                .usable(96, 512 * GIB, GpuCounts.of("h100", 8))
                .allocated(allocatedCpus, allocatedCpus * GIB, GpuCounts.of("h100", allocatedCpus / 12))
                .features(List.of("gpu"))
                .build();
    }

    static Node withOrigin(Node node, NodeOrigin origin) {
        return NodeBuilder.of(node).origin(origin).build();
    }

    /** The slurmd of the node started this long after the pods ({@link #NOON}). */
    static Node slurmdStarted(Node node, long secondsAfterThePods) {
        return NodeBuilder.of(node)
                .slurmdStart(NOON.getEpochSecond() + secondsAfterThePods)
                .build();
    }

    public static Node because(Node node, String reason, Instant since) {
        return NodeBuilder.of(node)
                .reason(reason, "root", since.getEpochSecond())
                .build();
    }

    static NodeSet nodeSet(NodeSetSystem system, NodeSet.ScalingMode mode, boolean ephemeral) {
        return nodeSet(system, mode, ephemeral, NodeSet.PodResources.UNKNOWN, "");
    }

    /** Returns the system with this label. */
    static NodeSetSystem system(String label) {
        return NodeSetReader.all("", Set.of()).stream()
                .map(NodeSetReader::system)
                .filter(system -> system.label().equals(label))
                .findFirst()
                .orElseThrow();
    }

    public static NodeSet slinky() {
        return nodeSet(Slinky.SYSTEM, NodeSet.ScalingMode.STATEFUL_SET, false);
    }

    static NodeSet nodeSet(
            NodeSetSystem system,
            NodeSet.ScalingMode mode,
            boolean ephemeral,
            NodeSet.PodResources resources,
            String extraConf) {
        boolean stateful = system.equals(StatefulSets.SYSTEM);
        return new NodeSet(
                system,
                stateful ? "apps/v1" : "slinky.slurm.net/v1beta1",
                stateful ? "StatefulSet" : "NodeSet",
                "slurm",
                SET,
                OptionalInt.of(4),
                NodeSet.Status.UNKNOWN,
                mode,
                ephemeral,
                resources,
                system.equals(Slinky.SYSTEM) ? "gpu" : SET,
                false,
                extraConf);
    }

    /** The state of a pod. A test changes the aspect that it tests. */
    public record PodOf(
            boolean ended, boolean ready, boolean deleting, boolean cordoned, String machine, String drain) {

        public static final PodOf READY = new PodOf(false, true, false, false, "kube-1", "");
        public static final PodOf CREATED = new PodOf(false, false, false, false, "", "");
        public static final PodOf CORDONED = new PodOf(false, true, false, true, "kube-1", "");
        public static final PodOf DELETED = new PodOf(false, true, true, false, "kube-1", "");
        public static final PodOf FAILED = new PodOf(true, false, false, false, "kube-1", "");
        public static final PodOf UNREADY = new PodOf(false, false, false, false, "kube-1", "");
    }

    public static SlurmdPod pod(int ordinal, PodOf like) {
        return pod(Slinky.SYSTEM, SET + "-" + ordinal, "gpu-" + ordinal, ordinal, like);
    }

    static SlurmdPod pod(NodeSetSystem system, String name, String slurmNode, int ordinal, PodOf like) {
        return new SlurmdPod(
                system,
                "slurm",
                name,
                SET,
                slurmNode,
                "",
                like.ended(),
                like.ready(),
                false,
                ordinal < 0 ? OptionalInt.empty() : OptionalInt.of(ordinal),
                like.machine(),
                NOON,
                like.deleting(),
                like.cordoned(),
                like.drain());
    }

    static KubeNode machine(String name, boolean cordoned, String reason) {
        return new KubeNode(name, cordoned, reason, true, "", name, Collections.emptySortedMap());
    }

    /** A ready machine with healthy GPUs. */
    public static KubeNode machine(String name, long gpus) {
        return new KubeNode(
                name,
                false,
                "",
                true,
                "",
                name,
                new TreeMap<>(Map.of("nvidia.com/gpu", new KubeNode.Gpus(gpus, gpus))));
    }

    public static ScaleLimit limit(int min, int max) {
        return new ScaleLimit("slurm", "slinky.slurm.net/v1beta1", "NodeSet", SET, min, max, Set.of());
    }

    public static Partition partition(String name, String nodes, String nodeSets) {
        return PartitionBuilder.partition(name).of(nodes, nodeSets).build();
    }
}
