package dev.sluice.exporter.model.job;

import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Tres;
import java.util.function.Function;

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
     *
     * @param gpus sums up the GPUs of a request that names GPUs
     */
    public static JobRequest from(RequestedResources r, Function<RequestedGpus, GpuCounts> gpus) {
        Tres tres = r.total();
        long nodes = tres.nodes() > 0 ? tres.nodes() : Math.max(1, r.nodeCount());
        long cpus = tres.cpus() > 0 ? tres.cpus() : r.cpus();
        // In Slurm 24.11, an update of a pending job leaves the memory of the TRES string as it was.
        boolean counted = tres.memoryBytes() > 0 && r.memoryPerCpuMebibytes() == 0;
        long memoryBytes = counted ? tres.memoryBytes() : memoryBytes(r, nodes, cpus);
        GpuCounts typed = r.namesGpus() ? gpus.apply(RequestedGpus.of(r, tres.gpus(), nodes)) : tres.gpus();
        return new JobRequest(nodes, cpus, memoryBytes, typed);
    }

    private static long memoryBytes(RequestedResources r, long nodes, long cpus) {
        long mebibytes = r.memoryPerNodeMebibytes() > 0
                ? Amounts.product(r.memoryPerNodeMebibytes(), nodes)
                : Amounts.product(r.memoryPerCpuMebibytes(), cpus);
        return Amounts.product(mebibytes, 1 << 20);
    }
}
