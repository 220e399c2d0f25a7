package dev.sluice.exporter.derive;

import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeState;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * The resources of a set of nodes. Each amount is allocated, idle (free on a schedulable node) or unavailable (free on
 * any other node).
 */
public final class Capacity {

    private final Map<NodeState, Long> nodes = new EnumMap<>(NodeState.class);
    private Split cpus = Split.NONE;
    private Split memoryBytes = Split.NONE;
    private final SortedMap<String, Split> gpus = new TreeMap<>();
    private final SortedMap<String, Split> gres = new TreeMap<>();

    /**
     * An amount, split by availability.
     *
     * @param allocated amount held by jobs
     * @param idle free amount on schedulable nodes
     * @param unavailable free amount on other nodes
     */
    public record Split(long allocated, long idle, long unavailable) {

        public static final Split NONE = new Split(0, 0, 0);

        Split plus(long total, long allocated, boolean usable) {
            long free = Math.max(0, total - allocated);
            return plus(new Split(allocated, usable ? free : 0, usable ? 0 : free));
        }

        public Split plus(Split other) {
            return new Split(
                    Amounts.sum(allocated, other.allocated),
                    Amounts.sum(idle, other.idle),
                    Amounts.sum(unavailable, other.unavailable));
        }

        public Split times(long factor) {
            return new Split(
                    Amounts.product(allocated, factor),
                    Amounts.product(idle, factor),
                    Amounts.product(unavailable, factor));
        }
    }

    public static Capacity of(Node node) {
        Capacity capacity = new Capacity();
        capacity.add(node);
        return capacity;
    }

    void add(Node node) {
        NodeState state = node.state();
        boolean usable = state.schedulable();
        nodes.merge(state, 1L, Amounts::sum);
        cpus = cpus.plus(node.usable().cpus(), node.allocated().cpus(), usable);
        memoryBytes =
                memoryBytes.plus(node.usable().memoryBytes(), node.allocated().memoryBytes(), usable);
        GpuCounts held = node.allocated().gpus();
        held.byType().forEach((type, count) -> gpus.merge(type, new Split(count, 0, 0), Split::plus));
        node.usable()
                .gpus()
                .minus(held)
                .byType()
                .forEach((type, free) -> gpus.merge(type, Split.NONE.plus(free, 0, usable), Split::plus));
        node.usable().gres().named().forEach((name, count) -> {
            long allocated = node.allocated().gres().byName().getOrDefault(name, 0L);
            gres.merge(name, Split.NONE.plus(count, allocated, usable), Split::plus);
        });
    }

    public long nodes(NodeState state) {
        return nodes.getOrDefault(state, 0L);
    }

    /** Returns the number of nodes in each state that a node has. */
    public Map<NodeState, Long> byState() {
        return Collections.unmodifiableMap(nodes);
    }

    public Split cpus() {
        return cpus;
    }

    public Split memoryBytes() {
        return memoryBytes;
    }

    public SortedMap<String, Split> gpus() {
        return Collections.unmodifiableSortedMap(gpus);
    }

    /** Returns a part of the GPUs, such as the idle GPUs. */
    public GpuCounts gpus(ToLongFunction<Split> part) {
        SortedMap<String, Long> counts = new TreeMap<>();
        gpus.forEach((type, split) -> counts.put(type, part.applyAsLong(split)));
        return new GpuCounts(counts);
    }

    /** Returns the generic resources other than GPUs and MPS, by name. The MPS jobs of a node use only one GPU. */
    public SortedMap<String, Split> gres() {
        return Collections.unmodifiableSortedMap(gres);
    }

    /**
     * The resources of each partition and of the cluster. A node counts in each of its partitions, and once in the
     * cluster.
     *
     * @param partitions resources by partition, for every existing partition
     * @param cluster resources of all nodes, including nodes without a partition
     */
    public record Summary(SortedMap<String, Capacity> partitions, Capacity cluster) {

        /**
         * Sums up the nodes.
         *
         * @param partitionNames partitions to include, with or without nodes
         */
        public static Summary of(List<Node> nodes, Collection<String> partitionNames) {
            SortedMap<String, Capacity> partitions = new TreeMap<>();
            Capacity cluster = new Capacity();
            partitionNames.forEach(name -> partitions.put(name, new Capacity()));
            for (Node node : nodes) {
                cluster.add(node);
                for (String partition : node.partitions()) {
                    partitions
                            .computeIfAbsent(partition, unused -> new Capacity())
                            .add(node);
                }
            }
            return new Summary(Collections.unmodifiableSortedMap(partitions), cluster);
        }
    }
}
