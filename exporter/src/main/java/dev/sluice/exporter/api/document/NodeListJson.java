package dev.sluice.exporter.api.document;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.exporter.api.view.ClusterView;
import dev.sluice.exporter.derive.NodeReason;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.model.kubernetes.KubeNode;
import dev.sluice.exporter.model.kubernetes.SlurmdPod;
import dev.sluice.exporter.model.node.Node;
import java.util.List;

/** The list of nodes. Omits properties that a node does not have. */
final class NodeListJson {

    /** Maximum number of nodes in a response for a browser; larger clusters show sums and this many nodes. */
    static final int MAX_NODES = 2_000;

    private NodeListJson() {}

    static void put(ObjectNode object, ClusterView.Nodes nodes) {
        List<JoinedNode> all = nodes.nodes();
        object.set("list", JsonDocument.array(all.subList(0, Math.min(MAX_NODES, all.size())), NodeListJson::node));
        object.put("leftOut", Math.max(0, all.size() - MAX_NODES));
    }

    private static ObjectNode node(JoinedNode joined) {
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
}
