package dev.sluice.exporter.derive.join;

import dev.sluice.exporter.model.Labeled;

/** The kind of a mismatch between Slurm and Kubernetes. */
public enum Mismatch implements Labeled {
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
    NODE_WITHOUT_POD
}
