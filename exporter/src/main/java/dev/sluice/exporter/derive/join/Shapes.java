package dev.sluice.exporter.derive.join;

import dev.sluice.exporter.derive.scaling.pool.FixedNodes;
import dev.sluice.exporter.derive.scaling.pool.NodeShape;
import dev.sluice.exporter.model.Accelerators;
import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.GresCounts;
import dev.sluice.exporter.model.kubernetes.NodeSet;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeLayout;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the resources of one node of a NodeSet. */
final class Shapes {

    private static final long MILLI = 1000;

    /** Maximum number of shapes per NodeSet: the smallest shapes and the largest shape. */
    private static final int MAX_SHAPES = 16;

    private static final Comparator<NodeShape> BY_SIZE = Comparator.comparingLong(
                    (NodeShape shape) -> shape.gpus().total())
            .thenComparingLong(NodeShape::cpus)
            .thenComparingLong(NodeShape::memoryBytes)
            .thenComparing(shape -> new TreeSet<>(shape.features()).toString());

    private Shapes() {}

    /**
     * Returns the shapes of the nodes with a live pod, smallest first, then the shapes of the other nodes. Without such
     * nodes, returns the shape of the pod template.
     */
    static List<NodeShape> of(NodeSet set, List<JoinedNode> members) {
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
        Map<FixedKind, Long> kinds = new LinkedHashMap<>();
        for (JoinedNode joined : nodes) {
            Node node = joined.node();
            if (joined.nodeSet().isEmpty() && !joined.ghost() && node.usable().cpus() > 0) {
                kinds.merge(new FixedKind(Set.copyOf(node.partitions()), NodeShape.of(node)), 1L, Amounts::sum);
            }
        }
        List<FixedNodes> fixed = new ArrayList<>();
        kinds.forEach((kind, count) -> fixed.add(new FixedNodes(kind.partitions(), kind.shape(), count)));
        return fixed;
    }

    private record FixedKind(Set<String> partitions, NodeShape shape) {}

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
        return Optional.of(new NodeShape(
                resources.milliCpus() / MILLI,
                resources.memoryBytes(),
                gpus,
                features,
                GresCounts.ofNode(named, ""),
                NodeLayout.UNKNOWN));
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
}
