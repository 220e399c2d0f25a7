package dev.sluice.exporter.derive.scaling.pool;

import dev.sluice.exporter.model.node.NodeReason;
import dev.sluice.exporter.model.node.NodeResources;
import java.util.List;
import java.util.Optional;

/**
 * One node of a pool.
 *
 * @param node NodeName; empty if the node has not registered yet
 * @param draining whether the node accepts no further jobs, regardless of who drained the node
 * @param free free capacity for further jobs; {@link NodeResources#NONE} if the node accepts no jobs, or if the node is
 *     empty and identical to all nodes of its pool
 * @param ordinal ordinal of the pod; -1 without an ordinal
 * @param block block or leaf switch of the node; empty if unknown
 * @param user the only user whose jobs may run on the node; empty if all users may
 * @param reserved whether only jobs of the node's reservation may run on the node
 * @param planned whether slurmctld has planned the node for a pending job
 * @param outOfService why the node drains or is unavailable, and who caused this; empty for all other nodes
 */
public record Member(
        String node,
        Condition condition,
        boolean draining,
        NodeResources free,
        int ordinal,
        List<String> features,
        String block,
        String user,
        boolean reserved,
        boolean planned,
        Optional<NodeReason> outOfService) {

    /** Returns whether the node accepts jobs again after its current jobs have ended. */
    public boolean usable() {
        boolean exists = condition == Condition.BUSY || condition == Condition.IDLE;
        return exists && !draining && outOfService.isEmpty();
    }

    /** Returns whether the node is empty, has a known capacity, and accepts the jobs of all users. */
    public boolean emptyForAll() {
        return condition == Condition.IDLE && !draining && !reserved && !free.equals(NodeResources.NONE);
    }

    /** The condition of a node; exactly one applies. */
    public enum Condition {
        /** The node has jobs: ALLOCATED, MIXED or COMPLETING, even while the node drains. */
        BUSY,
        /**
         * The node is empty, and is available or drained only by the operator. The operator undoes the drain when the
         * replicas rise.
         */
        IDLE,
        /** The pod exists, but its node has not registered yet. */
        STARTING,
        /** The pod exists, but its node is empty and unavailable: DOWN, drained by others, or in maintenance. */
        UNUSABLE,
        /** A node record in Slurm without a pod. */
        GHOST
    }
}
