package dev.sluice.exporter.derive.join;

import dev.sluice.exporter.model.kubernetes.ObjectName;
import java.util.Locale;
import java.util.Optional;

/**
 * A mismatch between Slurm and Kubernetes.
 *
 * @param kind kind of mismatch
 * @param node name of the Slurm node; empty without a Slurm node
 * @param pod the pod; empty without a pod
 */
public record Mismatch(Kind kind, String node, Optional<ObjectName> pod) {

    /** The kind of mismatch. */
    public enum Kind {
        /** The pod is ready, and the pod's Slurm node is down or does not respond. */
        POD_READY_NODE_DOWN,
        /** The node has jobs or could start jobs, and the node's pod is not ready. */
        NODE_UP_POD_NOT_READY,
        /** The pod is ready, and Slurm does not know the pod's node. */
        POD_WITHOUT_NODE,
        /**
         * The node has no pod and is no ghost node, although the node belongs to a NodeSet or was created by an
         * operator.
         */
        NODE_WITHOUT_POD;

        private final String label = name().toLowerCase(Locale.ROOT);

        /** Returns the label value. */
        public String label() {
            return label;
        }
    }
}
