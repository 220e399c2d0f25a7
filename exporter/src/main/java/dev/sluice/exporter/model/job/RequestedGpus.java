package dev.sluice.exporter.model.job;

import dev.sluice.exporter.model.GpuCounts;
import java.util.List;

/**
 * All that says which GPUs a job asks for; many jobs that differ in memory have it in common.
 *
 * @param counted by the TRES string
 * @param perJob {@code tres_per_job}, and so on as in {@link RequestedResources}
 * @param nodes how many nodes, at least 1
 * @param tasks how many tasks, at least 1
 * @param sockets over all nodes, at least 1
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
                GpuCounts.saturatedProduct(Math.max(1, r.socketsPerNode()), nodes));
    }

    /** The GPUs of the whole job. */
    public GpuCounts sum() {
        List<GpuCounts> named = named();
        GpuCounts gpus = counted.isEmpty() ? firstOf(named) : counted;
        return withTypes(gpus, named);
    }

    /** The GPUs of the whole job by each of the four ways to ask for them; these do not add up, they say the same. */
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
