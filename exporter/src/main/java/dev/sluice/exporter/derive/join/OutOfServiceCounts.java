package dev.sluice.exporter.derive.join;

import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.node.NodeReason;
import java.util.Collection;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Counts unavailable nodes and GPUs by owner ({@link NodeReason#owner()}): a node that a person drains is no defect of
 * the cluster, but a node that Slurm lost is a defect.
 *
 * @param nodes nodes by partition and owner; a node counts in each of its partitions
 * @param gpus free GPUs of unavailable nodes by GPU type and owner, each counted once
 */
public record OutOfServiceCounts(
        SortedMap<String, SortedMap<String, Long>> nodes, SortedMap<String, SortedMap<String, Long>> gpus) {

    /**
     * Counts unavailable nodes and the GPUs of these nodes.
     *
     * @param partitions partitions to include, with or without unavailable nodes
     * @param gpuTypes GPU types to include, with or without unavailable GPUs
     */
    public static OutOfServiceCounts of(
            Collection<JoinedNode> nodes, Collection<String> partitions, Collection<String> gpuTypes) {
        var counts = new OutOfServiceCounts(new TreeMap<>(), new TreeMap<>());
        partitions.forEach(partition -> counts.nodes.put(partition, new TreeMap<>()));
        gpuTypes.forEach(type -> counts.gpus.put(type, new TreeMap<>()));
        nodes.stream().filter(joined -> joined.node().state().outOfService()).forEach(counts::add);
        return counts;
    }

    private void add(JoinedNode joined) {
        String owner = joined.reason().owner();
        for (String partition : joined.node().partitions()) {
            nodes.computeIfAbsent(partition, unused -> new TreeMap<>()).merge(owner, 1L, Amounts::sum);
        }
        GpuCounts free =
                joined.node().usable().gpus().minus(joined.node().allocated().gpus());
        for (Map.Entry<String, Long> type : free.byType().entrySet()) {
            gpus.computeIfAbsent(type.getKey(), unused -> new TreeMap<>()).merge(owner, type.getValue(), Amounts::sum);
        }
    }
}
