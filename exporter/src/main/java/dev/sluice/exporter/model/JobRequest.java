package dev.sluice.exporter.model;

import java.util.List;

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
        Tres tres = Tres.parse(r.tresRequested());
        long nodes = tres.nodes() > 0 ? tres.nodes() : Math.max(1, r.nodeCount());
        long cpus = tres.cpus() > 0 ? tres.cpus() : r.cpus();
        long memoryBytes = tres.memoryBytes() > 0 ? tres.memoryBytes() : memoryBytes(r, nodes, cpus);
        if (namesNoGpus(r)) {
            return new JobRequest(nodes, cpus, memoryBytes, tres.gpus());
        }
        List<GpuCounts> named = named(r, nodes);
        GpuCounts gpus = tres.gpus().isEmpty() ? firstOf(named) : tres.gpus();
        return new JobRequest(nodes, cpus, memoryBytes, withTypes(gpus, named));
    }

    private static long memoryBytes(RequestedResources r, long nodes, long cpus) {
        long mebibytes = r.memoryPerNodeMebibytes() > 0
                ? GpuCounts.saturatedProduct(r.memoryPerNodeMebibytes(), nodes)
                : GpuCounts.saturatedProduct(r.memoryPerCpuMebibytes(), cpus);
        return GpuCounts.saturatedProduct(mebibytes, 1 << 20);
    }

    private static boolean namesNoGpus(RequestedResources r) {
        return r.perJob().isEmpty()
                && r.perNode().isEmpty()
                && r.perTask().isEmpty()
                && r.perSocket().isEmpty();
    }

    /** The GPUs of the whole job by each of the four ways to ask for them; these do not add up, they say the same. */
    private static List<GpuCounts> named(RequestedResources r, long nodes) {
        long sockets = GpuCounts.saturatedProduct(Math.max(1, r.socketsPerNode()), nodes);
        return List.of(
                GpuCounts.ofGres(r.perJob()),
                GpuCounts.ofGres(r.perNode()).times(nodes),
                GpuCounts.ofGres(r.perTask()).times(Math.max(1, r.tasks())),
                GpuCounts.ofGres(r.perSocket()).times(sockets));
    }

    private static GpuCounts firstOf(List<GpuCounts> named) {
        for (GpuCounts gpus : named) {
            if (!gpus.isEmpty()) {
                return gpus;
            }
        }
        return GpuCounts.NONE;
    }

    private static GpuCounts withTypes(GpuCounts gpus, List<GpuCounts> named) {
        long untyped = gpus.byType().getOrDefault(GpuCounts.UNTYPED, 0L);
        if (untyped == 0) {
            return gpus;
        }
        GpuCounts typed = gpus.minus(GpuCounts.of(GpuCounts.UNTYPED, untyped));
        for (GpuCounts asked : named) {
            GpuCounts missing = withoutTypesOf(asked, typed);
            if (!namesType(missing)) {
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

    private static boolean namesType(GpuCounts gpus) {
        return !gpus.isEmpty() && !gpus.byType().lastKey().equals(GpuCounts.UNTYPED);
    }

    /** A type that the TRES string names is counted there in full. */
    private static GpuCounts withoutTypesOf(GpuCounts asked, GpuCounts typed) {
        GpuCounts rest = asked;
        for (String type : typed.byType().keySet()) {
            long count = asked.byType().getOrDefault(type, 0L);
            rest = rest.minus(GpuCounts.of(type, count));
        }
        return rest;
    }
}
