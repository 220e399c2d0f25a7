package dev.sluice.exporter.api.document;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.exporter.api.view.ClusterView;
import dev.sluice.exporter.derive.NodeReason;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.model.kubernetes.KubeNode;
import dev.sluice.exporter.model.kubernetes.NodeSet;
import dev.sluice.exporter.model.kubernetes.SlurmdPod;
import dev.sluice.exporter.model.node.Node;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** The nodes, one by one. What a node does not have is left out. */
final class NodeListJson {

    /** An answer is for a browser: of larger clusters it shows the sums and this many nodes. */
    static final int MAX_NODES = 2_000;

    private final JsonGenerator json;

    private NodeListJson(JsonGenerator json) {
        this.json = json;
    }

    static void write(JsonGenerator json, ClusterView.Nodes nodes) throws IOException {
        List<JoinedNode> all = nodes.nodes();
        json.writeArrayFieldStart("list");
        for (JoinedNode node : all.subList(0, Math.min(MAX_NODES, all.size()))) {
            json.writeStartObject();
            new NodeListJson(json).write(node);
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeNumberField("leftOut", Math.max(0, all.size() - MAX_NODES));
    }

    private void write(JoinedNode joined) throws IOException {
        Node node = joined.node();
        json.writeStringField("name", node.name());
        json.writeStringField("state", node.state().label());
        json.writeStringField("partitions", String.join(",", node.partitions()));
        Optional<NodeSet> nodeSet = joined.nodeSet();
        if (nodeSet.isPresent()) {
            json.writeStringField(
                    "nodeSet", nodeSet.get().namespace() + "/" + nodeSet.get().name());
        }
        text("pod", joined.pod().map(SlurmdPod::name).orElse(""));
        text("machine", joined.kubeNode().map(KubeNode::name).orElse(""));
        json.writeNumberField("cpus", node.usable().cpus());
        json.writeNumberField("cpusAllocated", node.allocated().cpus());
        if (!node.usable().gpus().isEmpty()) {
            json.writeNumberField("gpus", node.usable().gpus().total());
            json.writeNumberField("gpusAllocated", node.allocated().gpus().total());
        }
        if (!node.state().schedulable()) {
            text("reason", node.reason().text());
            text("owner", joined.outOfService().map(NodeReason::owner).orElse(""));
        }
    }

    private void text(String name, String text) throws IOException {
        if (!text.isEmpty()) {
            json.writeStringField(name, text);
        }
    }
}
