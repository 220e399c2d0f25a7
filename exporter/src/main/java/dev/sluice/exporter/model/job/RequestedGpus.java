package dev.sluice.exporter.model.job;

import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.GpuCounts;
import java.util.List;

/**
 * The parts of a request that determine its GPUs. Jobs that differ only in memory share these parts.
 *
 * @param counted GPUs in the TRES string
 * @param perJob {@code tres_per_job}, as in {@link RequestedResources}, like the other strings
 * @param nodes number of nodes, at least 1
 * @param tasks number of tasks, at least 1
 * @param sockets number of sockets over all nodes, at least 1
 */
public record RequestedGpus(
        GpuCounts counted,
        String perJob,
        String perNode,
        String perTask,
        String perSocket,
        long nodes,
        long tasks,
        long sockets) {

    static RequestedGpus of(RequestedResources r, GpuCounts counted, long nodes) {
        return new RequestedGpus(
                counted,
                r.perJob(),
                r.perNode(),
                r.perTask(),
                r.perSocket(),
                nodes,
                Math.max(1, r.tasks()),
                Amounts.product(Math.max(1, r.socketsPerNode()), nodes));
    }

    /** Returns the GPUs of the complete job. */
    public GpuCounts sum() {
        List<GpuCounts> named = named();
        GpuCounts gpus = counted.isEmpty() ? firstOf(named) : counted;
        return withTypes(gpus, named);
    }

    /**
     * Returns the GPUs of the complete job, once by each of the four options. The options are alternatives, so their
     * GPUs must not be added.
     */
    private List<GpuCounts> named() {
        return List.of(
                GpuCounts.ofGres(perJob),
                GpuCounts.ofGres(perNode).times(nodes),
                GpuCounts.ofGres(perTask).times(tasks),
                GpuCounts.ofGres(perSocket).times(sockets));
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

    /** Removes the GPU types that the TRES string names, because the TRES string counts all GPUs of these types. */
    private static GpuCounts withoutTypesOf(GpuCounts asked, GpuCounts typed) {
        GpuCounts rest = asked;
        for (String type : typed.byType().keySet()) {
            long count = asked.byType().getOrDefault(type, 0L);
            rest = rest.minus(GpuCounts.of(type, count));
        }
        return rest;
    }
}
