package dev.sluice.exporter.model.job;

import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.GpuCounts;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

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
