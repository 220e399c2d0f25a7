package dev.sluice.exporter.derive.scaling.pool;

import dev.sluice.exporter.derive.NodeReason;
import java.util.List;
import java.util.Optional;

/**
 * One node of a pool.
 *
 * @param node NodeName; empty if the node has not registered yet
 * @param condition condition of the node
 * @param draining whether the node accepts no further jobs, whoever drained it
 * @param free free capacity for further jobs; {@link FreeCapacity#NONE} if the node accepts none, or if it is empty and
 *     identical to all nodes of its pool
 * @param ordinal ordinal of the pod; -1 if it has none
 * @param features features of the node
 * @param user the only user whose jobs may run on the node; empty if all users may
 * @param reserved whether only jobs of the node's reservation may run on it
 * @param outOfService why the node drains or is unavailable, and the owner; empty if it does neither
 */
public record Member(
        String node,
        Condition condition,
        boolean draining,
        FreeCapacity free,
        int ordinal,
        List<String> features,
        String user,
        boolean reserved,
        Optional<NodeReason> outOfService) {

    /** Creates a node that is in service, or whose reason is irrelevant. */
    public Member(String node, Condition condition, boolean draining, FreeCapacity free, int ordinal) {
        this(node, condition, draining, free, ordinal, List.of(), "", false, Optional.empty());
    }

    /** The condition of a node; exactly one applies. */
    public enum Condition {
        /** The node has jobs: ALLOCATED, MIXED or COMPLETING, even while it drains. */
        BUSY,
        /** Empty and available, or drained only by the operator, which undoes the drain when the replicas rise. */
        IDLE,
        /** The pod exists, but its node has not registered yet. */
        STARTING,
        /** The pod exists, but its node is empty and unavailable: DOWN, drained by others, in maintenance. */
        UNUSABLE,
        /** A node record in Slurm without a pod. */
        GHOST
    }
}
