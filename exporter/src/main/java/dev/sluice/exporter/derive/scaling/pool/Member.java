package dev.sluice.exporter.derive.scaling.pool;

import dev.sluice.exporter.derive.NodeReason;
import java.util.List;
import java.util.Optional;

/**
 * One node of a pool.
 *
 * @param node Slurm's name of it; empty where it has not registered yet
 * @param condition what it is good for
 * @param draining whether it is to take no further job, whoever said so
 * @param free what further jobs can have of it; {@link FreeCapacity#NONE} where it takes none, or where it is empty and
 *     like all nodes of its pool
 * @param ordinal its pod's ordinal; -1 where it has none
 * @param features its features
 * @param user the user whose jobs alone may be on it; empty where anybody's may
 * @param reserved whether jobs of its reservation alone may be on it
 * @param outOfService why it drains or cannot take work, and who says so; empty where it does neither
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

    /** A node that is in service, or of which nobody asks why it is not. */
    public Member(String node, Condition condition, boolean draining, FreeCapacity free, int ordinal) {
        this(node, condition, draining, free, ordinal, List.of(), "", false, Optional.empty());
    }

    /** What a node is good for; each is exactly one of these. */
    public enum Condition {
        /** Jobs are on it: ALLOCATED, MIXED or COMPLETING, also while it drains. */
        BUSY,
        /** Empty and able to take work, or drained by the operator alone, which takes that back when the number rises. */
        IDLE,
        /** Its pod is there, its node has not registered yet. */
        STARTING,
        /** Its pod is there, but its node is empty and cannot take work: DOWN, drained by others, in maintenance. */
        UNUSABLE,
        /** A record of Slurm without a pod. */
        GHOST
    }
}
