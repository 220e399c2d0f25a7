package dev.sluice.exporter.slurm.decode;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.exporter.json.JsonMembers;
import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.model.node.NodeOrigin;
import java.util.Set;

/** Reads the comment of a Slurm node. slurm-operator writes JSON into the comment; people can write any text. */
final class NodeComment {

    private static final Set<String> MEMBERS = Set.of("namespace", "podName", "node", "nodeSetName");

    private NodeComment() {}

    /** Returns the origin that the comment names; unknown if slurm-operator did not write the comment. */
    static NodeOrigin origin(String comment) {
        if (comment.indexOf('{') < 0) {
            return NodeOrigin.UNKNOWN;
        }
        JsonTree json = JsonMembers.read(comment.getBytes(UTF_8), MEMBERS);
        NodeOrigin origin = new NodeOrigin(
                json.at("namespace").text(),
                json.at("podName").text(),
                json.at("node").text(),
                json.at("nodeSetName").text());
        return origin.known() ? origin : NodeOrigin.UNKNOWN;
    }
}
