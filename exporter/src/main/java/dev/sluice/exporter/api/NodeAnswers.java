package dev.sluice.exporter.api;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.sluice.exporter.derive.BlackHoles.BlackHole;
import dev.sluice.exporter.derive.Capacity;
import dev.sluice.exporter.derive.NodeLosses.OfNode;
import dev.sluice.exporter.derive.NodeLosses.Outage;
import dev.sluice.exporter.derive.gpu.JobGpus;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.kubernetes.KubeNode;
import dev.sluice.exporter.model.kubernetes.SlurmdPod;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeReason;
import dev.sluice.exporter.model.node.NodeState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;

/** Answers requests for lists of nodes, and for one node with its jobs. */
final class NodeAnswers {

    static final Set<String> PARAMETERS =
            Set.of("cluster", "format", "partition", "state", "nodeset", "gpu_type", "gpus", "page", "limit");

    /** Maximum number of pages. Every cluster needs fewer pages. */
    private static final int MAX_PAGES = 10_000;

    /** Maximum number of jobs in the response for one node; {@code /api/v1/jobs} lists all jobs. */
    private static final int MAX_JOBS_OF_NODE = 100;

    /** Maximum number of listed nodes. The sums include all nodes. */
    static final int MAX_NODES = 2_000;

    /** The GPUs of a node: all GPUs, or the allocated, idle or unavailable GPUs ({@link Capacity}). */
    private enum GpuPart {
        ANY(node -> node.usable().gpus()),
        ALLOCATED(node -> Capacity.of(node).gpus(Capacity.Split::allocated)),
        IDLE(node -> Capacity.of(node).gpus(Capacity.Split::idle)),
        UNAVAILABLE(node -> Capacity.of(node).gpus(Capacity.Split::unavailable));

        @SuppressWarnings("ImmutableEnumChecker") // A function without state.
        private final Function<Node, GpuCounts> gpus;

        GpuPart(Function<Node, GpuCounts> gpus) {
            this.gpus = gpus;
        }
    }

    /**
     * One node with its jobs.
     *
     * @param gpus GPUs that these jobs hold; empty without {@code metrics.jobs.enabled}
     */
    record NodeWithJobs(@JsonUnwrapped ClusterAnswer<JobSearch.JobPage> jobs, NodeDocument node, List<GpuOfJob> gpus) {}

    /** A GPU, or a part of a GPU, that a job holds. */
    record GpuOfJob(long index, String type, double share, long jobId) {}

    record NodeDocument(
            @JsonUnwrapped NodeInList summary,
            long memoryBytes,
            long memoryBytesAllocated,
            String gpuTypes,
            String features,
            String reservation,
            Optional<Instant> reasonSince,
            Optional<Duration> reasonAgeSeconds,
            String reasonBy,
            List<Outage> outages,
            Optional<BlackHoleOfNode> blackHole) {

        static NodeDocument of(JoinedNode joined, ShownCluster cluster) {
            Node node = joined.node();
            Optional<Instant> since = node.state().schedulable()
                    ? Optional.empty()
                    : JobInList.time(node.reason().since());
            return new NodeDocument(
                    NodeInList.of(joined),
                    node.usable().memoryBytes(),
                    node.allocated().memoryBytes(),
                    node.usable().gpus().types(),
                    String.join(",", node.features()),
                    node.reservation(),
                    since,
                    since.map(at -> Duration.between(at, cluster.now())),
                    since.map(unused -> cluster.visibility().user(node.reason().user()))
                            .orElse(""),
                    cluster.nodes()
                            .flatMap(nodes -> Optional.ofNullable(nodes.losses().get(node.name())))
                            .map(OfNode::latest)
                            .orElse(List.of()),
                    cluster.queue().stream()
                            .flatMap(queue -> queue.blackHoles().stream())
                            .filter(hole -> hole.node().equals(node.name()))
                            .findFirst()
                            .map(hole -> BlackHoleOfNode.of(hole, cluster.visibility())));
        }
    }

    record NodeInList(
            String name,
            NodeState state,
            @JsonInclude(JsonInclude.Include.ALWAYS) String partitions,
            String nodeSet,
            String pod,
            String machine,
            long cpus,
            long cpusAllocated,
            OptionalLong gpus,
            OptionalLong gpusAllocated,
            String reason,
            String owner) {

        static NodeInList of(JoinedNode joined) {
            Node node = joined.node();
            boolean unavailable = !node.state().schedulable();
            boolean hasGpus = !node.usable().gpus().isEmpty();
            return new NodeInList(
                    node.name(),
                    node.state(),
                    String.join(",", node.partitions()),
                    joined.nodeSet()
                            .map(set -> set.namespace() + "/" + set.name())
                            .orElse(""),
                    joined.pod().map(SlurmdPod::name).orElse(""),
                    joined.kubeNode().map(KubeNode::name).orElse(""),
                    node.usable().cpus(),
                    node.allocated().cpus(),
                    hasGpus ? OptionalLong.of(node.usable().gpus().total()) : OptionalLong.empty(),
                    hasGpus ? OptionalLong.of(node.allocated().gpus().total()) : OptionalLong.empty(),
                    unavailable ? node.reason().text() : "",
                    unavailable ? joined.outOfService().map(NodeReason::owner).orElse("") : "");
        }
    }

    record BlackHoleOfNode(long users, double chance, List<QuickFailure> jobs) {

        static BlackHoleOfNode of(BlackHole hole, Visibility visibility) {
            return new BlackHoleOfNode(
                    hole.users(),
                    hole.chance(),
                    hole.jobs().stream()
                            .filter(job -> visibility.showsJobsOf(job.user()))
                            .map(job -> new QuickFailure(
                                    job.job(),
                                    visibility.user(job.user()),
                                    Instant.ofEpochSecond(job.startedAt()),
                                    Instant.ofEpochSecond(job.endedAt())))
                            .toList());
        }
    }

    /** A job that failed soon after its start. */
    record QuickFailure(long jobId, String user, Instant startedAt, Instant endedAt) {}

    /** One page of nodes, with the number of nodes by state, and the number of nodes outside the page. */
    record NodePage(
            long nodes,
            Map<NodeState, Long> byState,
            @JsonUnwrapped JobSearch.PageNumber page,
            List<NodeInList> list,
            long leftOut) {

        static NodePage of(List<JoinedNode> all, int page, int limit) {
            List<NodeInList> shown = NodeAnswers.list(all, (page - 1L) * limit, limit);
            return new NodePage(
                    all.size(),
                    all.stream().collect(groupingBy(joined -> joined.node().state(), TreeMap::new, counting())),
                    JobSearch.PageNumber.of(all.size(), page, limit),
                    shown,
                    all.size() - shown.size());
        }
    }

    private NodeAnswers() {}

    /** Returns one page of the nodes that match the filters of the query. Rejects invalid values. */
    static ApiAnswer nodes(ApiRequest request) {
        int limit = request.number("limit", MAX_NODES, MAX_NODES);
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
                        nodes -> NodePage.of(
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
            GpuCounts gpus = part.orElse(GpuPart.ANY).gpus.apply(joined.node());
            return type.map(wanted -> gpus.byType().containsKey(wanted)).orElseGet(() -> !gpus.isEmpty());
        };
    }

    static ApiAnswer node(ApiRequest request) {
        String name = request.segment(0);
        JobSearch search = new JobSearch(Map.of("node", name), JobSearch.Order.START, 1, MAX_JOBS_OF_NODE, false);
        return request.found(
                cluster -> cluster.withheld(SlurmSource.NODES),
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
                JobGpus.on(node, shown).stream()
                        .map(gpu -> new GpuOfJob(
                                gpu.unit().index(),
                                GpuCounts.label(gpu.unit().type()),
                                gpu.unit().share(),
                                gpu.job().id()))
                        .toList());
    }

    static List<NodeInList> list(List<JoinedNode> all, long skipped, long limit) {
        return all.stream().skip(skipped).limit(limit).map(NodeInList::of).toList();
    }
}
