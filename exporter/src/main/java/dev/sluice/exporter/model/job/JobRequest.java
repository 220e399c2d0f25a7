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
     * multiplied by the CPUs. The strings per job, node,
     * task and socket give the types of untyped GPUs. On a cluster without slurmdbd, these strings also give the number
     * of GPUs, because the TRES strings of such a cluster contain no GPUs.
     */
    public static JobRequest from(RequestedResources r) {
        Tres tres = r.total();
        long nodes = tres.nodes() > 0 ? tres.nodes() : Math.max(1, r.nodeCount());
        long cpus = tres.cpus() > 0 ? tres.cpus() : r.cpus();
        // In Slurm 24.11, an update of a pending job leaves the memory of the TRES string as it was.
        boolean counted = tres.memoryBytes() > 0 && r.memoryPerCpuMebibytes() == 0;
        long memoryBytes = counted ? tres.memoryBytes() : memoryBytes(r, nodes, cpus);
        return new JobRequest(nodes, cpus, memoryBytes, gpus(r, nodes));
    }

    private static long memoryBytes(RequestedResources r, long nodes, long cpus) {
        long mebibytes = r.memoryPerNodeMebibytes() > 0
                ? Amounts.product(r.memoryPerNodeMebibytes(), nodes)
                : Amounts.product(r.memoryPerCpuMebibytes(), cpus);
        return Amounts.product(mebibytes, 1 << 20);
    }

    private static GpuCounts gpus(RequestedResources r, long nodes) {
        // The options are alternatives, so their GPUs must not be added.
        List<GpuCounts> named = List.of(
                GpuCounts.ofGres(r.perJob()),
                GpuCounts.ofGres(r.perNode()).times(nodes),
                GpuCounts.ofGres(r.perTask()).times(Math.max(1, r.tasks())),
                GpuCounts.ofGres(r.perSocket()).times(Amounts.product(Math.max(1, r.socketsPerNode()), nodes)));
        GpuCounts gpus = Stream.concat(Stream.of(r.total().gpus()), named.stream())
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

    /**
     * The resources that a job requests, as reported by slurmrestd. Strings are empty and numbers are 0 for values that
     * slurmrestd does not report.
     *
     * @param total {@code tres_req_str}: total of the job, or of one array task
     * @param perJob {@code tres_per_job}, from {@code --gpus}
     * @param perNode {@code tres_per_node}, from {@code --gpus-per-node} and {@code --gres}
     * @param perTask {@code tres_per_task}, from {@code --gpus-per-task} and {@code --cpus-per-task}
     * @param perSocket {@code tres_per_socket}, from {@code --gpus-per-socket}
     * @param nodeCount {@code node_count}; for a pending job, an estimate, or the maximum number of nodes that the job
     *     accepts
     * @param cpus {@code cpus} over all nodes
     * @param tasks {@code tasks} over all nodes
     * @param memoryPerCpuMebibytes {@code memory_per_cpu}
     * @param memoryPerNodeMebibytes {@code memory_per_node}
     * @param socketsPerNode {@code sockets_per_node}
     */
    public record RequestedResources(
            Tres total,
            String perJob,
            String perNode,
            String perTask,
            String perSocket,
            long nodeCount,
            long cpus,
            long tasks,
            long memoryPerCpuMebibytes,
            long memoryPerNodeMebibytes,
            long socketsPerNode) {}
}
