package dev.sluice.exporter.api;

import dev.sluice.exporter.api.document.NodeDocument;
import dev.sluice.exporter.derive.Capacity;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeState;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The filters and page of a node list in the query of a request.
 *
 * @param filter condition that a node must meet
 */
record NodeSearch(Predicate<JoinedNode> filter, int page, int limit) {

    /** The parameters of the query. */
    static final Set<String> PARAMETERS =
            Set.of("cluster", "format", "partition", "state", "nodeset", "gpu_type", "gpus", "page", "limit");

    /** Maximum number of pages. Every cluster needs fewer pages. */
    private static final int MAX_PAGES = 10_000;

    /** The GPUs of a node: all GPUs, or the allocated, idle or unavailable GPUs ({@link Capacity}). */
    private enum GpuPart {
        ANY,
        ALLOCATED,
        IDLE,
        UNAVAILABLE;

        GpuCounts of(Node node) {
            Capacity capacity = Capacity.of(node);
            return switch (this) {
                case ANY -> node.usable().gpus();
                case ALLOCATED -> capacity.allocatedGpus();
                case IDLE -> capacity.idleGpus();
                case UNAVAILABLE -> capacity.unavailableGpus();
            };
        }
    }

    /** Reads the query of a request. Rejects invalid values. */
    static NodeSearch of(ApiRequest request) {
        int limit = request.number("limit", NodeDocument.MAX_NODES, NodeDocument.MAX_NODES);
        Predicate<JoinedNode> filter = where(
                        request,
                        "partition",
                        name -> joined -> joined.node().partitions().contains(name))
                .and(where(request, "state", NodeSearch::inAny))
                .and(where(request, "nodeset", NodeSearch::ofNodeSet))
                .and(withGpus(request));
        return new NodeSearch(filter, request.number("page", 1, MAX_PAGES), limit);
    }

    private static Predicate<JoinedNode> where(
            ApiRequest request, String name, Function<String, Predicate<JoinedNode>> filter) {
        return request.value(name).map(filter).orElse(joined -> true);
    }

    private static Predicate<JoinedNode> inAny(String value) {
        Set<String> states = JobSearch.states(value);
        states.forEach(state -> ApiRequest.oneOf("state", state, NodeState.values()));
        return joined -> states.contains(joined.node().state().label());
    }

    static Predicate<JoinedNode> ofNodeSet(String name) {
        return joined -> joined.nodeSet()
                .filter(set -> name.equals(set.namespace() + "/" + set.name()))
                .isPresent();
    }

    private static Predicate<JoinedNode> withGpus(ApiRequest request) {
        Optional<String> type = request.value("gpu_type").map(JobSearch::gpuType);
        Optional<GpuPart> part = request.known("gpus", GpuPart.values());
        if (type.isEmpty() && part.isEmpty()) {
            return joined -> true;
        }
        return joined -> {
            GpuCounts gpus = part.orElse(GpuPart.ANY).of(joined.node());
            return type.map(wanted -> gpus.byType().containsKey(wanted)).orElseGet(() -> !gpus.isEmpty());
        };
    }
}
