package dev.sluice.exporter.derive.join;

import dev.sluice.exporter.derive.join.NodeJoiner.NodeSetIndex;
import dev.sluice.exporter.derive.scaling.pool.FixedNodes;
import dev.sluice.exporter.derive.scaling.pool.Member;
import dev.sluice.exporter.derive.scaling.pool.NodeShape;
import dev.sluice.exporter.derive.scaling.pool.Pool;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.model.Accelerators;
import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.GresCounts;
import dev.sluice.exporter.model.Hostlist;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.cluster.ClusterSnapshot;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.kubernetes.Autoscaler;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot;
import dev.sluice.exporter.model.kubernetes.NodeSet;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.kubernetes.ScaleLimit;
import dev.sluice.exporter.model.kubernetes.SlurmdPod;
import dev.sluice.exporter.model.node.NodeLayout;
import dev.sluice.exporter.model.node.NodeResources;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Creates the scaling targets of NodeSets. */
final class Pools {

    /** Slurm's name for all node sets. */
    private static final String ALL = "ALL";

    private static final long MILLI = 1000;

    /** Maximum number of shapes per NodeSet: the smallest shapes and the largest shape. */
    private static final int MAX_SHAPES = 16;

    private static final Comparator<NodeShape> BY_SIZE = Comparator.comparingLong(
                    (NodeShape shape) -> shape.capacity().gpus().total())
            .thenComparingLong(shape -> shape.capacity().cpus())
            .thenComparingLong(shape -> shape.capacity().memoryBytes())
            .thenComparing(shape -> new TreeSet<>(shape.features()).toString());

    private final ClusterSnapshot slurm;
    private final KubernetesSnapshot kubernetes;
    private final Map<ObjectName, PoolOverride> overrides;
    private final Map<String, JoinedNode> nodes;
    private final Map<PoolName, List<JoinedNode>> nodesOfSets;
    private final Map<NodeSetIndex.Key, List<SlurmdPod>> unregistered;

    Pools(
            ClusterSnapshot slurm,
            KubernetesSnapshot kubernetes,
            Map<ObjectName, PoolOverride> overrides,
            Map<String, JoinedNode> nodes,
            List<SlurmdPod> unregistered) {
        this.slurm = slurm;
        this.kubernetes = kubernetes;
        this.overrides = overrides;
        this.nodes = nodes;
        this.nodesOfSets = nodes.values().stream()
                .filter(node -> node.nodeSet().isPresent())
                .collect(Collectors.groupingBy(node -> nameOf(node.nodeSet().orElseThrow())));
        this.unregistered = unregistered.stream().collect(Collectors.groupingBy(NodeSetIndex.Key::of));
    }

    private PoolName nameOf(NodeSet set) {
        return new PoolName(slurm.cluster(), set.namespace(), set.name(), set.kind(), set.apiVersion());
    }

    /** Returns one scaling target for each NodeSet, ordered by name. */
    List<Pool> of(List<NodeSet> sets) {
        Map<PoolName, Set<String>> partitions = partitions(sets);
        return sets.stream()
                .map(set -> pool(set, partitions.getOrDefault(nameOf(set), Set.of())))
                .sorted(Comparator.comparing(Pool::name))
                .toList();
    }

    /**
     * Returns the partitions that each NodeSet serves, from the partitions' nodes and from Slurm's node sets. Slurm's
     * node sets exist even while they have no nodes.
     */
    private Map<PoolName, Set<String>> partitions(List<NodeSet> sets) {
        Map<PoolName, Set<String>> partitions = new HashMap<>();
        for (Partition partition : slurm.partitions().map(Observed::value).orElse(List.of())) {
            Set<String> words = Arrays.stream(partition.nodeSets().split(",", -1))
                    .map(String::strip)
                    .filter(word -> !word.isEmpty())
                    .collect(Collectors.toSet());
            Stream<NodeSet> named = sets.stream()
                    .filter(set -> words.contains(ALL)
                            || words.contains(set.slurmName())
                            || words.contains(set.name())
                            || (set.ownPartition() && set.slurmName().equals(partition.name())));
            Stream<NodeSet> ofNodes = Hostlist.names(partition.nodes()).stream()
                    .flatMap(name -> Optional.ofNullable(nodes.get(name)).stream())
                    .flatMap(node -> node.nodeSet().stream());
            Stream.concat(named, ofNodes)
                    .forEach(set -> partitions
                            .computeIfAbsent(nameOf(set), unused -> new HashSet<>())
                            .add(partition.name()));
        }
        return partitions;
    }

    private Pool pool(NodeSet set, Set<String> partitions) {
        PoolName name = nameOf(set);
        List<JoinedNode> joined = nodesOfSets.getOrDefault(name, List.of());
        List<Member> members = new ArrayList<>();
        joined.forEach(node -> members.add(Membership.of(node, set)));
        unregistered.getOrDefault(NodeSetIndex.Key.of(set), List.of()).forEach(pod -> members.add(Membership.of(pod)));
        PoolOverride override = overrides.getOrDefault(new ObjectName(set.namespace(), set.name()), PoolOverride.NONE);
        long replicas = replicas(set, members);
        Limits limits = Limits.of(set, kubernetes, override, replicas);
        List<NodeShape> shapes = override.shape().map(List::of).orElseGet(() -> shapes(set, joined));
        return new Pool(
                name,
                partitions,
                shapes,
                limits.min(),
                limits.max(),
                replicas,
                members,
                notScalable(set, limits),
                override.cost().orElse(0),
                set.system().removesIdleFirst() ? Pool.Removal.IDLE_FIRST : Pool.Removal.HIGHEST_ORDINAL,
                limits.paused());
    }

    private static long replicas(NodeSet set, List<Member> members) {
        long live = members.stream()
                .filter(member -> member.condition() != Member.Condition.GHOST)
                .count();
        OptionalInt said = set.scalingMode() == NodeSet.ScalingMode.DAEMON_SET
                ? set.status().desired()
                : set.replicas();
        OptionalInt counted = said.isPresent() ? said : set.status().replicas();
        return counted.isPresent() ? counted.getAsInt() : live;
    }

    private Optional<String> notScalable(NodeSet set, Limits limits) {
        if (set.system().fixedSize().isPresent()) {
            return set.system().fixedSize();
        }
        if (set.ephemeral()) {
            return Optional.of("Slurm's power saving starts and stops its nodes (ephemeral)");
        }
        if (set.scalingMode() == NodeSet.ScalingMode.DAEMON_SET) {
            return Optional.of("in mode DaemonSet its machines decide how many nodes it has, not its replicas");
        }
        KubernetesSnapshot.SystemView view = kubernetes.systems().get(set.system());
        if (slurm.nodes().isEmpty()) {
            return Optional.of("Slurm's nodes have not been read");
        }
        if (view == null || view.pods().isEmpty()) {
            return Optional.of("its pods have not been read");
        }
        if (!limits.known()
                && (kubernetes.hpas().isEmpty() || kubernetes.scaledObjects().isEmpty())) {
            return Optional.of(
                    "HorizontalPodAutoscalers and ScaledObjects have not been read, its maximum is not known");
        }
        return limits.known()
                ? Optional.empty()
                : Optional.of("no HorizontalPodAutoscaler, ScaledObject or configuration sets its maximum");
    }

    /**
     * Returns the shapes of the nodes with a live pod, smallest first, then the shapes of the other nodes. Without such
     * nodes, returns the shape of the pod template.
     */
    private static List<NodeShape> shapes(NodeSet set, List<JoinedNode> members) {
        Set<NodeShape> shapes = new LinkedHashSet<>(
                seen(members.stream().filter(member -> member.livePod().isPresent())));
        shapes.addAll(seen(members.stream()));
        return shapes.isEmpty() ? ofTemplate(set).stream().toList() : List.copyOf(shapes);
    }

    private static List<NodeShape> seen(Stream<JoinedNode> members) {
        List<NodeShape> sorted = members.map(JoinedNode::node)
                .filter(node -> node.usable().cpus() > 0)
                .map(NodeShape::of)
                .distinct()
                .sorted(BY_SIZE)
                .toList();
        return sorted.size() <= MAX_SHAPES
                ? sorted
                : Stream.concat(sorted.stream().limit(MAX_SHAPES - 1), Stream.of(sorted.get(sorted.size() - 1)))
                        .toList();
    }

    /**
     * Returns the nodes outside NodeSets, grouped by partitions and shape, in order of the first node of each group.
     */
    static List<FixedNodes> fixed(Collection<JoinedNode> nodes) {
        Map<FixedNodes, Long> kinds = nodes.stream()
                .filter(joined -> joined.nodeSet().isEmpty()
                        && !joined.ghost()
                        && joined.node().usable().cpus() > 0)
                .map(JoinedNode::node)
                .map(node -> new FixedNodes(Set.copyOf(node.partitions()), NodeShape.of(node), 1))
                .collect(Collectors.groupingBy(one -> one, LinkedHashMap::new, Collectors.counting()));
        return kinds.entrySet().stream()
                .map(kind ->
                        new FixedNodes(kind.getKey().partitions(), kind.getKey().shape(), kind.getValue()))
                .toList();
    }

    private static Optional<NodeShape> ofTemplate(NodeSet set) {
        NodeSet.PodResources resources = set.resources();
        String named = option(set.extraConf(), "gres");
        // A job requests either GPUs or generic resources of this name, by the configuration of its cluster.
        String gres = Accelerators.ALL.asGpus(named);
        GpuCounts gpus = GpuCounts.ofGres(gres);
        if (gpus.suiting(GpuCounts.UNTYPED) == 0) {
            gpus = gpus.plus(GpuCounts.of(
                    GpuCounts.UNTYPED,
                    resources.gpus().values().stream()
                            .mapToLong(Long::longValue)
                            .reduce(0, Amounts::sum)));
        }
        if (resources.milliCpus() == 0 && resources.memoryBytes() == 0 && gpus.isEmpty() && gres.isEmpty()) {
            return Optional.empty();
        }
        Set<String> features = Stream.of("feature", "features")
                .flatMap(name -> Stream.of(option(set.extraConf(), name).split(",", -1)))
                .filter(feature -> !feature.isEmpty())
                .collect(Collectors.toCollection(HashSet::new));
        if (set.system().marksNodes()) {
            features.add(set.slurmName());
        }
        NodeResources capacity = new NodeResources(
                resources.milliCpus() / MILLI, resources.memoryBytes(), gpus, GresCounts.ofNode(named, ""));
        return Optional.of(new NodeShape(capacity, features, NodeLayout.UNKNOWN));
    }

    /** Returns the value of an option of {@code slurmd --conf}, such as {@code Gres=gpu:h100:8 Features=nvlink}. */
    private static String option(String extraConf, String name) {
        for (String part : extraConf.strip().split("\\s+", -1)) {
            int equals = part.indexOf('=');
            if (equals > 0 && part.substring(0, equals).toLowerCase(Locale.ROOT).equals(name)) {
                return part.substring(equals + 1);
            }
        }
        return "";
    }

    /**
     * The limits (min / max) of a NodeSet.
     *
     * @param known true if the configuration, a ScaledObject or an HPA sets the maximum
     * @param paused directions in which a ScaledObject or an HPA is paused
     */
    private record Limits(long min, long max, boolean known, Set<ScaleLimit.Direction> paused) {

        /**
         * Returns the limits from the first available of these sources: configuration, ScaledObject, HPA. Without any
         * of these limits, returns 0 to {@code replicas}.
         *
         * @param replicas currently desired replicas
         */
        static Limits of(NodeSet set, KubernetesSnapshot kubernetes, PoolOverride override, long replicas) {
            List<ScaleLimit> all = Stream.concat(
                            kubernetes.scaledObjects().stream().flatMap(known -> known.value().stream()),
                            kubernetes.hpas().stream()
                                    .flatMap(known -> known.value().stream())
                                    .map(Autoscaler::limit))
                    .filter(limit -> limit.targets(set))
                    .toList();
            Optional<ScaleLimit> observed = all.stream().findFirst();
            Set<ScaleLimit.Direction> paused =
                    all.stream().flatMap(limit -> limit.paused().stream()).collect(Collectors.toSet());
            OptionalLong max = override.max().isPresent()
                    ? override.max()
                    : observed.map(limit -> OptionalLong.of(limit.max())).orElse(OptionalLong.empty());
            long min = override.min().orElse(observed.map(ScaleLimit::min).orElse(0));
            return new Limits(Math.max(0, min), max.orElse(replicas), max.isPresent(), paused);
        }
    }
}
