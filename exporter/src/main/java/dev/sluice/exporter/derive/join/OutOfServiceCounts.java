package dev.sluice.exporter.derive.join;

import dev.sluice.exporter.derive.NodeReason;
import dev.sluice.exporter.model.GpuCounts;
import java.util.Collection;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How much is out of service, by who took it out ({@link NodeReason#owner()}): a node that a person drains is no defect of
 * the cluster, and a node that Slurm lost is.
 *
 * @param nodes by partition and owner; a node counts in each of its partitions
 * @param gpus free ones by GPU type and owner, each once
 */
public record OutOfServiceCounts(
        SortedMap<String, SortedMap<String, Long>> nodes, SortedMap<String, SortedMap<String, Long>> gpus) {

    /**
     * Counts nodes.
     *
     * @param partitions partitions to show even where none of their nodes is out of service
     * @param gpuTypes GPU types to show even where none of them is out of service
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
            nodes.computeIfAbsent(partition, unused -> new TreeMap<>()).merge(owner, 1L, Long::sum);
        }
        GpuCounts free =
                joined.node().usable().gpus().minus(joined.node().allocated().gpus());
        for (Map.Entry<String, Long> type : free.byType().entrySet()) {
            gpus.computeIfAbsent(type.getKey(), unused -> new TreeMap<>()).merge(owner, type.getValue(), Long::sum);
        }
    }
}
