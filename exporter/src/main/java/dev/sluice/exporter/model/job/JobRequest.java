package dev.sluice.exporter.model.job;

import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Tres;
import java.util.function.Function;

/**
 * What one job, or one task of an array, asks for in all.
 *
 * @param nodes the least number of nodes
 * @param cpus CPUs over all nodes
 * @param memoryBytes memory over all nodes
 * @param gpus GPUs over all nodes; {@link GpuCounts#UNTYPED} where the job names no type
 */
public record JobRequest(long nodes, long cpus, long memoryBytes, GpuCounts gpus) {

    /**
     * Sums up a request. The TRES string says how much, where it names a resource. The texts per job, node, task and
     * socket say of which type those GPUs are that it counts without one, and how many there are where the cluster has
     * no slurmdbd, for then TRES strings name no GPUs.
     */
    public static JobRequest from(RequestedResources r) {
        return from(r, Tres.parse(r.tresRequested()), RequestedGpus::sum);
    }

    /**
     * Sums up a request.
     *
     * @param tres its TRES string
     * @param gpus sums up the GPUs of a request that names some
     */
    public static JobRequest from(RequestedResources r, Tres tres, Function<RequestedGpus, GpuCounts> gpus) {
        long nodes = tres.nodes() > 0 ? tres.nodes() : Math.max(1, r.nodeCount());
        long cpus = tres.cpus() > 0 ? tres.cpus() : r.cpus();
        long memoryBytes = tres.memoryBytes() > 0 ? tres.memoryBytes() : memoryBytes(r, nodes, cpus);
        GpuCounts counted = r.namesGpus() ? gpus.apply(RequestedGpus.of(r, tres.gpus(), nodes)) : tres.gpus();
        return new JobRequest(nodes, cpus, memoryBytes, counted);
    }

    private static long memoryBytes(RequestedResources r, long nodes, long cpus) {
        long mebibytes = r.memoryPerNodeMebibytes() > 0
                ? GpuCounts.saturatedProduct(r.memoryPerNodeMebibytes(), nodes)
                : GpuCounts.saturatedProduct(r.memoryPerCpuMebibytes(), cpus);
        return GpuCounts.saturatedProduct(mebibytes, 1 << 20);
    }
}
