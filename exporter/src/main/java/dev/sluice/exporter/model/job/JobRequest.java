package dev.sluice.exporter.model.job;

import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Tres;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The total request of one job, or of one array task.
 *
 * @param nodes minimum number of nodes
 * @param cpus CPUs over all nodes
 * @param memoryBytes memory over all nodes in bytes
 * @param gpus GPUs over all nodes; {@link GpuCounts#UNTYPED} if the job names no type
 */
public record JobRequest(long nodes, long cpus, long memoryBytes, GpuCounts gpus) {

    /**
     * Sums up a request. Amounts come from the TRES string if the string names the resource, but memory per CPU is
     * multiplied by the CPUs. The options of the shape give the types of untyped GPUs. On a cluster without slurmdbd,
     * these options also give the number of GPUs, because the TRES strings of such a cluster contain no GPUs.
     *
     * @param total {@code tres_req_str}: total of the job, or of one array task
     * @param cpus {@code cpus} over all nodes
     * @param socketsPerNode {@code sockets_per_node}
     */
    public static JobRequest of(JobShape shape, Tres total, long cpus, long socketsPerNode) {
        long nodes = shape.minimumNodes();
        long allCpus = total.cpus() > 0 ? total.cpus() : cpus;
        // In Slurm 24.11, an update of a pending job leaves the memory of the TRES string as it was.
        boolean counted = total.memoryBytes() > 0 && shape.memoryPerCpuBytes() == 0;
        long asked = shape.memoryPerNodeBytes() > 0
                ? Amounts.product(shape.memoryPerNodeBytes(), nodes)
                : Amounts.product(shape.memoryPerCpuBytes(), allCpus);
        long memoryBytes = counted ? total.memoryBytes() : asked;
        return new JobRequest(nodes, allCpus, memoryBytes, gpus(shape, total.gpus(), socketsPerNode));
    }

    /**
     * Returns the minimum number of nodes.
     *
     * @param nodeCount {@code node_count}; for a pending job, an estimate, or the maximum number of nodes that the job
     *     accepts
     */
    public static long nodes(Tres total, long nodeCount) {
        return total.nodes() > 0 ? total.nodes() : Math.max(1, nodeCount);
    }

    private static GpuCounts gpus(JobShape shape, GpuCounts total, long socketsPerNode) {
        long nodes = shape.minimumNodes();
        // The options are alternatives, so their GPUs must not be added.
        List<GpuCounts> named = List.of(
                shape.gpusPerJob(),
                shape.gpusPerNode().times(nodes),
                shape.gpusPerTask().times(shape.tasks()),
                shape.gpusPerSocket().times(Amounts.product(Math.max(1, socketsPerNode), nodes)));
        GpuCounts gpus = Stream.concat(Stream.of(total), named.stream())
                .filter(counts -> !counts.isEmpty())
                .findFirst()
                .orElse(GpuCounts.NONE);
        GpuCounts typed = gpus;
        for (String type : gpus.byType().keySet()) {
            if (GpuCounts.isUntyped(type)) {
                typed = withTypes(typed, type, named);
            }
        }
        return typed;
    }

    private static GpuCounts withTypes(GpuCounts gpus, String type, List<GpuCounts> named) {
        long untyped = gpus.byType().getOrDefault(type, 0L);
        GpuCounts typed = gpus.minus(GpuCounts.of(type, untyped));
        for (GpuCounts asked : named) {
            GpuCounts missing = missing(asked, type, typed);
            if (missing.isEmpty() || missing.byType().lastKey().equals(type)) {
                continue;
            }
            if (missing.total() == untyped) {
                return typed.plus(missing);
            }
            if (missing.byType().size() == 1) {
                return typed.plus(GpuCounts.of(missing.byType().firstKey(), untyped));
            }
        }
        return gpus;
    }

    /** Returns the GPUs of types that the TRES string does not name, because the TRES string counts all of a type. */
    private static GpuCounts missing(GpuCounts asked, String untyped, GpuCounts typed) {
        SortedMap<String, Long> missing = new TreeMap<>(asked.byType());
        missing.keySet().removeIf(type -> !GpuCounts.suits(type, untyped));
        missing.keySet().removeAll(typed.byType().keySet());
        return new GpuCounts(missing);
    }
}
