package dev.sluice.exporter.api.document;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.exporter.api.view.Visibility;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.derive.node.BlackHole;
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

/** Encodes nodes: a summary for lists, or all details of one node. Omits empty values. */
public final class NodeJson {

    /** Maximum number of listed nodes. The sums include all nodes. */
    public static final int MAX_NODES = 2_000;

    private NodeJson() {}

    /** Adds the members {@code list} and {@code leftOut}. */
    static ObjectNode list(ObjectNode object, List<JoinedNode> all) {
        return list(object, all, all.subList(0, Math.min(MAX_NODES, all.size())));
    }

    /** Adds one page of the nodes, the number of nodes by state, and the number of nodes outside the page. */
    public static ObjectNode page(ObjectNode object, List<JoinedNode> all, int page, int limit) {
        Map<NodeState, Long> states = new EnumMap<>(NodeState.class);
        all.forEach(joined -> states.merge(joined.node().state(), 1L, Amounts::sum));
        int from = (int) Math.min(all.size(), (page - 1L) * limit);
        List<JoinedNode> shown = all.subList(from, Math.min(all.size(), from + limit));
        object.put("nodes", all.size());
        object.set("byState", JsonDocument.numbers(states, NodeState::label));
        object.put("page", page).put("pages", Math.max(1, (all.size() + limit - 1) / limit));
        return list(object, all, shown);
    }

    private static ObjectNode list(ObjectNode object, List<JoinedNode> all, List<JoinedNode> shown) {
        object.set("list", JsonDocument.array(shown, NodeJson::summary));
        return object.put("leftOut", all.size() - shown.size());
    }

    /** Encodes a node for a list. */
    private static ObjectNode summary(JoinedNode joined) {
        Node node = joined.node();
        ObjectNode object = JsonDocument.object()
                .put("name", node.name())
                .put("state", node.state().label())
                .put("partitions", String.join(",", node.partitions()));
        joined.nodeSet().ifPresent(nodeSet -> object.put("nodeSet", nodeSet.namespace() + "/" + nodeSet.name()));
        JsonDocument.text(object, "pod", joined.pod().map(SlurmdPod::name).orElse(""));
        JsonDocument.text(
                object, "machine", joined.kubeNode().map(KubeNode::name).orElse(""));
        object.put("cpus", node.usable().cpus());
        object.put("cpusAllocated", node.allocated().cpus());
        if (!node.usable().gpus().isEmpty()) {
            object.put("gpus", node.usable().gpus().total());
            object.put("gpusAllocated", node.allocated().gpus().total());
        }
        if (!node.state().schedulable()) {
            JsonDocument.text(object, "reason", node.reason().text());
            JsonDocument.text(
                    object,
                    "owner",
                    joined.outOfService().map(NodeReason::owner).orElse(""));
        }
        return object;
    }

    /** Encodes all details of a node. */
    public static ObjectNode detailed(JoinedNode joined, Visibility visibility, Instant now) {
        Node node = joined.node();
        ObjectNode object = summary(joined);
        object.put("memoryBytes", node.usable().memoryBytes());
        object.put("memoryBytesAllocated", node.allocated().memoryBytes());
        JsonDocument.text(object, "gpuTypes", node.usable().gpus().types());
        JsonDocument.text(object, "features", String.join(",", node.features()));
        JsonDocument.text(object, "reservation", node.reservation());
        if (!node.state().schedulable() && node.reason().since() > 0) {
            Instant since = Instant.ofEpochSecond(node.reason().since());
            object.put("reasonSince", since.toString());
            JsonDocument.seconds(object, "reasonAgeSeconds", Duration.between(since, now));
            JsonDocument.text(object, "reasonBy", visibility.user(node.reason().user()));
        }
        return object;
    }

    /** Encodes the jobs that make a node a black hole. */
    public static ObjectNode blackHole(BlackHole hole, Visibility visibility) {
        ObjectNode object = JsonDocument.object().put("users", hole.users()).put("chance", hole.chance());
        List<BlackHole.FailedJob> shown = hole.jobs().stream()
                .filter(job -> visibility.showsJobsOf(job.user()))
                .toList();
        object.set("jobs", JsonDocument.array(shown, job -> {
            ObjectNode failed = JsonDocument.object().put("jobId", job.id());
            JsonDocument.text(failed, "user", visibility.user(job.user()));
            return failed.put(
                            "startedAt", Instant.ofEpochSecond(job.startedAt()).toString())
                    .put("endedAt", Instant.ofEpochSecond(job.endedAt()).toString());
        }));
        return object;
    }
}
