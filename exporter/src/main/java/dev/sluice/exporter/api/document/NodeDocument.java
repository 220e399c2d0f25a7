package dev.sluice.exporter.api.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.sluice.exporter.api.view.ShownCluster;
import dev.sluice.exporter.api.view.Visibility;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.derive.node.BlackHole;
import dev.sluice.exporter.derive.node.NodeLosses.OfNode;
import dev.sluice.exporter.derive.node.NodeLosses.Outage;
import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.kubernetes.KubeNode;
import dev.sluice.exporter.model.kubernetes.SlurmdPod;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeReason;
import dev.sluice.exporter.model.node.NodeState;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** All details of one node. */
public record NodeDocument(
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

    /** Maximum number of listed nodes. The sums include all nodes. */
    public static final int MAX_NODES = 2_000;

    /** A node in a list. */
    public record NodeInList(
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

    /** The jobs that make a node a black hole. */
    record BlackHoleOfNode(long users, double chance, List<QuickFailure> jobs) {

        static BlackHoleOfNode of(BlackHole hole, Visibility visibility) {
            return new BlackHoleOfNode(
                    hole.users(),
                    hole.chance(),
                    hole.jobs().stream()
                            .filter(job -> visibility.showsJobsOf(job.user()))
                            .map(job -> new QuickFailure(
                                    job.id(),
                                    visibility.user(job.user()),
                                    Instant.ofEpochSecond(job.startedAt()),
                                    Instant.ofEpochSecond(job.endedAt())))
                            .toList());
        }
    }

    /** A job that failed soon after its start. */
    record QuickFailure(long jobId, String user, Instant startedAt, Instant endedAt) {}

    /** One page of nodes, with the number of nodes by state, and the number of nodes outside the page. */
    public record NodePage(
            long nodes, Map<NodeState, Long> byState, long page, long pages, List<NodeInList> list, long leftOut) {

        public static NodePage of(List<JoinedNode> all, int page, int limit) {
            Map<NodeState, Long> states = new EnumMap<>(NodeState.class);
            all.forEach(joined -> states.merge(joined.node().state(), 1L, Amounts::sum));
            List<NodeInList> shown = NodeDocument.list(all, (page - 1L) * limit, limit);
            return new NodePage(
                    all.size(),
                    states,
                    page,
                    Math.max(1, (all.size() + limit - 1) / limit),
                    shown,
                    all.size() - shown.size());
        }
    }

    static List<NodeInList> list(List<JoinedNode> all, long skipped, long limit) {
        return all.stream().skip(skipped).limit(limit).map(NodeInList::of).toList();
    }

    public static NodeDocument of(JoinedNode joined, ShownCluster cluster) {
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
