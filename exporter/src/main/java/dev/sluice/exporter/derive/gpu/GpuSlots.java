package dev.sluice.exporter.derive.gpu;

import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.derive.scaling.pool.NodeNeed;
import dev.sluice.exporter.derive.scaling.pool.NodeShape;
import dev.sluice.exporter.derive.scaling.pool.Packing;
import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Labeled;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.cluster.SelectType;
import dev.sluice.exporter.model.job.JobRequest;
import dev.sluice.exporter.model.job.JobShape;
import dev.sluice.exporter.model.node.Node;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The number of jobs with GPUs of one type that could start in a partition now. Ignores pending jobs.
 *
 * @param bySize number of jobs by GPUs per job, if all jobs have this number of GPUs
 * @param stranded idle GPUs without enough free CPUs or memory for a job with one GPU
 */
public record GpuSlots(String partition, String gpuType, Map<Size, Long> bySize, long stranded) {

    public GpuSlots {
        bySize = Map.copyOf(bySize);
    }

    /** The number of GPUs that a job takes on one node. */
    public enum Size implements Labeled {
        ONE(1),
        TWO(2),
        FOUR(4),
        EIGHT(8),
        /** All GPUs of an empty node. */
        NODE(0);

        private final int gpus;

        Size(int gpus) {
            this.gpus = gpus;
        }

        @Override
        public String label() {
            return gpus == 0 ? "node" : Integer.toString(gpus);
        }
    }

    /** The CPUs and memory that a job needs per GPU. */
    public record Beside(long cpus, long memoryBytes) {}

    public long jobs(Size size) {
        return bySize.getOrDefault(size, 0L);
    }

    /** Returns the slots of each partition, by GPU type of the partition's nodes, in order. */
    public static List<GpuSlots> of(Collection<JoinedNode> nodes, Collection<Partition> partitions, Beside beside) {
        Map<String, Partition> byName = new HashMap<>();
        partitions.forEach(partition -> byName.put(partition.name(), partition));
        SortedMap<String, SortedMap<String, GpuSlots>> sums = new TreeMap<>();
        for (JoinedNode joined : nodes) {
            for (String name : joined.node().partitions()) {
                Partition partition = byName.getOrDefault(name, Partition.UNKNOWN);
                boolean open = joined.takesJobs() && partition.state().startsJobs();
                NodeNeed.Terms terms = NodeNeed.Terms.of(partition, SelectType.DEFAULT);
                for (String type : joined.node().usable().gpus().byType().keySet()) {
                    GpuSlots here = open ? onNode(name, joined.node(), type, terms, beside) : empty(name, type);
                    sums.computeIfAbsent(name, unused -> new TreeMap<>()).merge(type, here, GpuSlots::plus);
                }
            }
        }
        return sums.values().stream()
                .flatMap(byType -> byType.values().stream())
                .toList();
    }

    /** Returns the stranded GPUs of a node, regardless of its partitions. */
    public static long stranded(Node node, Beside beside) {
        NodeNeed.Terms terms = NodeNeed.Terms.of(Partition.UNKNOWN, SelectType.DEFAULT);
        return node.usable().gpus().byType().keySet().stream()
                .mapToLong(type -> onNode("", node, type, terms, beside).stranded())
                .reduce(0, Amounts::sum);
    }

    /**
     * Returns the number of jobs with this request that could start on the free resources of one node, packed as in the
     * demand engine.
     */
    public static long jobs(Node node, NodeNeed.Ask ask, NodeNeed.Terms terms) {
        Optional<NodeNeed> need = NodeNeed.of(ask, terms, NodeShape.of(node), 1).need();
        if (need.isEmpty() || need.get().nodes() > 1) {
            return 0;
        }
        if (need.get().whole()) {
            return node.unallocated() ? 1 : 0;
        }
        return Packing.times(node.free(), need.get().piece());
    }

    /** Returns the request of one task that uses these GPUs on one node. */
    public static NodeNeed.Ask ask(GpuCounts gpus, long cpus, long memoryBytes) {
        JobShape shape = JobShape.oneTaskPerNode(1, cpus, memoryBytes, gpus, "", false);
        return new NodeNeed.Ask(shape, new JobRequest(1, cpus, memoryBytes, gpus), 1);
    }

    private static GpuSlots onNode(String partition, Node node, String type, NodeNeed.Terms terms, Beside beside) {
        long free = node.free().gpus().byType().getOrDefault(type, 0L);
        if (free == 0) {
            return empty(partition, type);
        }
        Map<Size, Long> bySize = new EnumMap<>(Size.class);
        for (Size size : Size.values()) {
            if (size == Size.NODE) {
                bySize.put(size, node.unallocated() ? 1L : 0L);
            } else if (size.gpus <= free) {
                GpuCounts gpus = GpuCounts.of(type, size.gpus);
                bySize.put(
                        size,
                        jobs(node, ask(gpus, size.gpus * beside.cpus(), size.gpus * beside.memoryBytes()), terms));
            }
        }
        return new GpuSlots(partition, type, bySize, Math.max(0, free - bySize.getOrDefault(Size.ONE, 0L)));
    }

    private static GpuSlots empty(String partition, String type) {
        return new GpuSlots(partition, type, Map.of(), 0);
    }

    private GpuSlots plus(GpuSlots other) {
        Map<Size, Long> sum = new EnumMap<>(Size.class);
        for (Size size : Size.values()) {
            sum.put(size, jobs(size) + other.jobs(size));
        }
        return new GpuSlots(partition, gpuType, sum, stranded + other.stranded);
    }
}
