package dev.sluice.exporter.derive.scaling.packing;

import dev.sluice.exporter.derive.scaling.need.Amounts;
import dev.sluice.exporter.derive.scaling.need.NodeTerms;
import dev.sluice.exporter.derive.scaling.pool.FreeCapacity;
import dev.sluice.exporter.model.GresCounts;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.job.Job;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What partitions with MaxCPUsPerNode leave of each node: CPUs that the jobs of that partition may still have. */
public final class CpuLimits {

    private final SortedMap<String, Long> limits = new TreeMap<>();
    /** By resource and by the number of the node. */
    private final Map<String, Map<Integer, Long>> used = new HashMap<>();

    public CpuLimits(List<Partition> partitions, List<Job> jobs, NodeIndex nodes) {
        for (Partition partition : partitions) {
            if (partition.maxCpusPerNode() < Long.MAX_VALUE) {
                limits.put(NodeTerms.cpusOf(partition.name()), partition.maxCpusPerNode());
            }
        }
        if (limits.isEmpty()) {
            return;
        }
        for (Job job : jobs) {
            String resource = job.partitions().isEmpty()
                    ? ""
                    : NodeTerms.cpusOf(job.partitions().get(0));
            if (job.holdsNodes() && limits.containsKey(resource)) {
                add(used.computeIfAbsent(resource, unused -> new HashMap<>()), job, nodes.list(job.nodes()));
            }
        }
    }

    private static void add(Map<Integer, Long> used, Job job, NodeBits nodes) {
        long each = Amounts.ceilingOf(
                job.allocation().cpus(), Math.max(1, job.allocation().nodes()));
        for (int i = 0; i < nodes.at().length; i++) {
            for (long rest = nodes.words()[i]; rest != 0; rest &= rest - 1) {
                used.merge(nodes.at()[i] * NodeIndex.WORD + Long.numberOfTrailingZeros(rest), each, Amounts::sum);
            }
        }
    }

    /** The room of an empty node with what each partition may have of it. */
    public FreeCapacity of(FreeCapacity empty) {
        return limits.isEmpty() ? empty : empty.with(new GresCounts(limits));
    }

    /** The room of a node with what each partition may still have of it. */
    public FreeCapacity of(FreeCapacity free, int node) {
        if (limits.isEmpty() || free.equals(FreeCapacity.NONE)) {
            return free;
        }
        SortedMap<String, Long> left = new TreeMap<>();
        limits.forEach((resource, limit) -> left.put(
                resource,
                Math.max(0, limit - used.getOrDefault(resource, Map.of()).getOrDefault(node, 0L))));
        return free.with(new GresCounts(left));
    }
}
