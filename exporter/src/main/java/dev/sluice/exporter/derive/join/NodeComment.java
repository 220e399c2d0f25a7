package dev.sluice.exporter.derive.join;

import java.util.Map;
import java.util.Optional;

/**
 * What slurm-operator writes into the comment of a Slurm node: where the node came from. Texts are empty where the
 * comment does not have them.
 */
record NodeComment(String namespace, String podName, String machine, String nodeSet) {

    /** Empty where the comment is somebody else's. */
    static Optional<NodeComment> parse(String comment) {
        if (comment.indexOf('{') < 0) {
            return Optional.empty();
        }
        Map<String, String> texts = FlatJson.texts(comment);
        NodeComment read = new NodeComment(
                texts.getOrDefault("namespace", ""),
                texts.getOrDefault("podName", ""),
                texts.getOrDefault("node", ""),
                texts.getOrDefault("nodeSetName", ""));
        boolean ours = !read.namespace().isEmpty()
                && !(read.podName().isEmpty() && read.nodeSet().isEmpty());
        return ours ? Optional.of(read) : Optional.empty();
    }
}
