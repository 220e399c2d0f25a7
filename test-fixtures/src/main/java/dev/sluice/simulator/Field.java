package dev.sluice.simulator;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Free resources of every node, real or supposed, on which jobs can be laid out without touching the cluster. */
final class Field {
    private record Plot(NodeSpec spec, FreeResources free) {}

    private final Map<String, Plot> plots;

    private Field(Map<String, Plot> plots) {
        this.plots = plots;
    }

    static Field empty(ClusterDefinition definition) {
        Map<String, Plot> plots = new LinkedHashMap<>();
        definition.nodes().forEach(spec -> plots.put(spec.name(), new Plot(spec, new FreeResources(spec))));
        return new Field(plots);
    }

    static Field of(ClusterState state) {
        Map<String, Plot> plots = new LinkedHashMap<>();
        state.nodes()
                .forEach(n -> plots.put(n.name(), new Plot(n.spec(), n.free().copy())));
        return new Field(plots);
    }

    void take(List<NodeAllocation> allocations) {
        allocations.forEach(a -> plot(a.node().name()).free().take(a));
    }

    void give(List<NodeAllocation> allocations) {
        allocations.forEach(a -> plot(a.node().name()).free().give(a));
    }

    /** Lays the job out on some of the nodes: cheap nodes first, and among those the fullest. */
    Optional<List<NodeAllocation>> place(JobRequest request, Collection<String> names) {
        List<Plot> candidates = names.stream()
                .map(this::plot)
                .filter(plot -> plot.spec().features().containsAll(request.features()))
                .sorted(Comparator.<Plot>comparingInt(
                                p -> request.requiredNodes().contains(p.spec().name()) ? 0 : 1)
                        .thenComparingInt(p -> p.spec().weight())
                        .thenComparingInt(p -> p.free().cpus())
                        .thenComparing(p -> p.spec().name()))
                .toList();
        List<NodeAllocation> chosen = new ArrayList<>();
        for (Plot plot : candidates) {
            if (chosen.size() == request.nodes()) {
                break;
            }
            plot.free().offer(request.needOn(chosen.size())).ifPresent(chosen::add);
        }
        boolean complete = chosen.size() == request.nodes()
                && chosen.stream().map(a -> a.node().name()).toList().containsAll(request.requiredNodes());
        return complete ? Optional.of(chosen) : Optional.empty();
    }

    private Plot plot(String name) {
        Plot plot = plots.get(name);
        if (plot == null) {
            throw new IllegalArgumentException("no node " + name);
        }
        return plot;
    }
}
