package dev.sluice.simulator.scheduler;

import dev.sluice.common.scheduling.BackfillPlan;
import dev.sluice.common.scheduling.FreeResources;
import dev.sluice.common.scheduling.NodeAllocation;
import dev.sluice.common.scheduling.Placement;
import dev.sluice.simulator.cluster.ClusterDefinition;
import dev.sluice.simulator.cluster.ClusterState;
import dev.sluice.simulator.job.JobRequest;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Free resources of every node, real or supposed, on which jobs can be laid out without touching the cluster. */
final class FreeNodes {
    private final Map<String, FreeResources> nodes;

    private FreeNodes(Map<String, FreeResources> nodes) {
        this.nodes = nodes;
    }

    static FreeNodes empty(ClusterDefinition definition) {
        Map<String, FreeResources> nodes = new LinkedHashMap<>();
        definition.nodes().forEach(spec -> nodes.put(spec.name(), new FreeResources(spec)));
        return new FreeNodes(nodes);
    }

    static FreeNodes of(ClusterState state) {
        Map<String, FreeResources> nodes = new LinkedHashMap<>();
        state.nodes().forEach(n -> nodes.put(n.name(), n.free().copy()));
        return new FreeNodes(nodes);
    }

    void take(List<NodeAllocation> allocations) {
        allocations.forEach(a -> node(a.node().name()).take(a));
    }

    void give(List<NodeAllocation> allocations) {
        allocations.forEach(a -> node(a.node().name()).give(a));
    }

    /** Lays the job out on some of the nodes. */
    Optional<List<NodeAllocation>> place(JobRequest request, Collection<String> names) {
        return Placement.of(candidates(request, names), request.nodes(), request::needOn)
                .filter(chosen ->
                        chosen.stream().map(a -> a.node().name()).toList().containsAll(request.requiredNodes()));
    }

    /** Where and when a job that has to wait will start at the latest. */
    Optional<BackfillPlan> plan(
            JobRequest request, Collection<String> names, List<BackfillPlan.Ending> running, long now) {
        List<String> required = request.requiredNodes();
        List<String> usable = names.stream()
                .filter(name -> required.isEmpty() || required.contains(name))
                .toList();
        return BackfillPlan.of(candidates(request, usable), request.nodes(), request.needOn(0), running, now);
    }

    /** Named nodes first, then cheap ones, and among those the fullest. */
    private List<FreeResources> candidates(JobRequest request, Collection<String> names) {
        return names.stream()
                .map(this::node)
                .filter(free -> free.node().features().containsAll(request.features()))
                .sorted(Comparator.<FreeResources>comparingInt(free ->
                                request.requiredNodes().contains(free.node().name()) ? 0 : 1)
                        .thenComparingInt(free -> free.node().weight())
                        .thenComparingInt(FreeResources::cpus)
                        .thenComparing(free -> free.node().name()))
                .toList();
    }

    private FreeResources node(String name) {
        return Optional.ofNullable(nodes.get(name)).orElseThrow(() -> new IllegalArgumentException("no node " + name));
    }
}
