package dev.sluice.exporter.derive.scaling.pool;

import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.GresCounts;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.cluster.Partition.CpuLimit;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.node.NodeLayout;
import dev.sluice.exporter.model.node.NodeResources;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/** The CPUs of each node that the jobs of a partition with MaxCPUsPerNode or MaxCPUsPerSocket may still use. */
public final class CpuLimits {

    private final SortedMap<String, CpuLimit> limits = new TreeMap<>();
    /** Allocated CPUs by resource and node number. */
    private final Map<String, Map<Integer, Long>> used = new HashMap<>();

    public CpuLimits(List<Partition> partitions, List<Job> jobs, NodeIndex nodes) {
        for (Partition partition : partitions) {
            if (!partition.cpuLimit().equals(CpuLimit.NONE)) {
                limits.put(NodeNeed.Terms.cpusOf(partition.name()), partition.cpuLimit());
            }
        }
        if (limits.isEmpty()) {
            return;
        }
        for (Job job : jobs) {
            String resource = NodeNeed.Terms.cpusOf(job.firstPartition());
            if (job.holdsNodes() && limits.containsKey(resource)) {
                Map<Integer, Long> byNode = used.computeIfAbsent(resource, unused -> new HashMap<>());
                long each = Amounts.ceilingOf(
                        job.allocation().tres().cpus(),
                        Math.max(1, job.allocation().tres().nodes()));
                nodes.list(job.allocation().nodes()).nodes().stream()
                        .forEach(node -> byNode.merge(node, each, Amounts::sum));
            }
        }
    }

    /** Returns the capacity of an empty node, with the CPUs that each partition may use. */
    public NodeResources of(NodeShape shape) {
        NodeResources empty = shape.capacity();
        return limits.isEmpty() ? empty : empty.with(left(resource -> 0L, shape.layout()));
    }

    /** Returns the free capacity of a node, with the CPUs that each partition may still use. */
    public NodeResources of(NodeResources free, int node, NodeLayout layout) {
        if (limits.isEmpty() || free.equals(NodeResources.NONE)) {
            return free;
        }
        return free.with(left(resource -> used.getOrDefault(resource, Map.of()).getOrDefault(node, 0L), layout));
    }

    private GresCounts left(ToLongFunction<String> taken, NodeLayout layout) {
        SortedMap<String, Long> left = new TreeMap<>();
        limits.forEach(
                (resource, limit) -> left.put(resource, Math.max(0, limit.of(layout) - taken.applyAsLong(resource))));
        return new GresCounts(left);
    }
}
