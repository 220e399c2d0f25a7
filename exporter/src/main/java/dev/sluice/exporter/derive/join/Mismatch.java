package dev.sluice.exporter.derive.join;

import dev.sluice.exporter.model.kubernetes.ObjectName;
import java.util.Locale;
import java.util.Optional;

/**
 * Something that Slurm and Kubernetes do not agree about.
 *
 * @param kind what it is
 * @param node name of the Slurm node; empty where there is none
 * @param pod the pod; empty where there is none
 */
public record Mismatch(Kind kind, String node, Optional<ObjectName> pod) {

    /** The ways to disagree. */
    public enum Kind {
        /** The pod is ready, and its Slurm node is down or does not respond. */
        POD_READY_NODE_DOWN,
        /** Slurm would start jobs on the node, or has, and its pod is not ready. */
        NODE_UP_POD_NOT_READY,
        /** The pod is ready, and Slurm does not know its node. */
        POD_WITHOUT_NODE,
        /** The node is of a NodeSet or was made by its operator, is no ghost, and has no pod. */
        NODE_WITHOUT_POD;

        private final String label = name().toLowerCase(Locale.ROOT);

        /** The label value under which it is published. */
        public String label() {
            return label;
        }
    }
}
