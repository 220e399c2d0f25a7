package dev.sluice.exporter.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.sluice.exporter.api.document.ClusterAnswer;
import dev.sluice.exporter.api.document.NodeDocument;
import dev.sluice.exporter.api.view.ShownCluster;
import dev.sluice.exporter.derive.Capacity;
import dev.sluice.exporter.derive.gpu.JobGpus;
import dev.sluice.exporter.derive.gpu.JobGpus.HeldGpu;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeState;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/** Answers requests for lists of nodes, and for one node with its jobs. */
final class NodeAnswers {

    /** The parameters of the query of a list. */
    static final Set<String> PARAMETERS =
            Set.of("cluster", "format", "partition", "state", "nodeset", "gpu_type", "gpus", "page", "limit");

    /** Maximum number of pages. Every cluster needs fewer pages. */
    private static final int MAX_PAGES = 10_000;

    /** Maximum number of jobs in the response for one node; {@code /api/v1/jobs} lists all jobs. */
    private static final int MAX_JOBS_OF_NODE = 100;

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

    /**
     * One node with its jobs.
     *
     * @param gpus GPUs that these jobs hold; empty without {@code metrics.jobs.enabled}
     */
    record NodeWithJobs(@JsonUnwrapped ClusterAnswer<JobSearch.JobPage> jobs, NodeDocument node, List<GpuOfJob> gpus) {}

    /** A GPU, or a part of a GPU, that a job holds. */
    record GpuOfJob(long index, String type, double share, long jobId) {

        static GpuOfJob of(HeldGpu gpu) {
            return new GpuOfJob(
                    gpu.unit().index(),
                    GpuCounts.label(gpu.unit().type()),
                    gpu.unit().share(),
                    gpu.job().id());
        }
    }

    private NodeAnswers() {}

    /** Returns one page of the nodes that match the filters of the query. Rejects invalid values. */
    static ApiAnswer nodes(ApiRequest request) {
        int limit = request.number("limit", NodeDocument.MAX_NODES, NodeDocument.MAX_NODES);
        int page = request.number("page", 1, MAX_PAGES);
        Predicate<JoinedNode> filter = where(
                        request,
                        "partition",
                        name -> joined -> joined.node().partitions().contains(name))
                .and(where(request, "state", NodeAnswers::inAny))
                .and(where(request, "nodeset", NodeAnswers::ofNodeSet))
                .and(withGpus(request));
        return request.answer(
                cluster -> ClusterAnswer.ofNodes(
                        cluster,
                        nodes -> NodeDocument.NodePage.of(
                                nodes.nodes().stream().filter(filter).toList(), page, limit)),
                "nodes");
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

    /** Returns one node by name, with its jobs. */
    static ApiAnswer node(ApiRequest request) {
        String name = request.segment(0);
        JobSearch search = new JobSearch(Map.of("node", name), JobSearch.Order.START, 1, MAX_JOBS_OF_NODE, false);
        return request.found(
                SlurmSource.NODES,
                cluster -> cluster.nodes().stream()
                        .flatMap(nodes -> nodes.nodes().stream())
                        .filter(joined -> joined.node().name().equals(name))
                        .findFirst()
                        .map(node -> node(cluster, search, node)),
                "no node " + name + "; sinfo -N lists the nodes",
                "node");
    }

    private static NodeWithJobs node(ShownCluster cluster, JobSearch search, JoinedNode node) {
        List<Job> shown = cluster.jobs().stream().filter(search.filter(cluster)).toList();
        return new NodeWithJobs(
                search.in(cluster),
                NodeDocument.of(node, cluster),
                JobGpus.on(node, shown).stream().map(GpuOfJob::of).toList());
    }
}
