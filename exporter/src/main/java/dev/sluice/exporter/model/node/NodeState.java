package dev.sluice.exporter.model.node;

import dev.sluice.exporter.model.Labeled;
import java.util.Set;

/**
 * The state under which a node is counted: sinfo's state without suffixes, plus the power states that sinfo shows only
 * as suffixes. Closed list; {@code docs/metrics.md} explains each state.
 */
public enum NodeState implements Labeled {
    ALLOCATED,
    MIXED,
    IDLE,
    PLANNED,
    RESERVED,
    DRAINING,
    DRAINED,
    DOWN,
    MAINTENANCE,
    POWERED_DOWN,
    POWERING_UP,
    POWERING_DOWN,
    FUTURE,
    UNKNOWN;

    /** Returns whether Slurm could start jobs on the node now without powering up, repairing or resuming the node. */
    public boolean schedulable() {
        return switch (this) {
            case ALLOCATED, MIXED, IDLE, PLANNED, RESERVED -> true;
            default -> false;
        };
    }

    /**
     * Returns whether the node is unavailable because of a drain or a failure, not because of power saving, maintenance
     * or the state FUTURE.
     */
    public boolean outOfService() {
        return switch (this) {
            case DRAINING, DRAINED, DOWN, UNKNOWN -> true;
            default -> false;
        };
    }

    /**
     * Resolves base state and flags in sinfo's order of precedence (invalid registration, maintenance, reboot, drain,
     * fail, down, power saving, then use), so that the counts by state match sinfo.
     */
    static NodeState of(NodeBaseState base, Set<NodeFlag> flags) {
        boolean working = base == NodeBaseState.ALLOCATED || base == NodeBaseState.MIXED;
        boolean busy = working || flags.contains(NodeFlag.COMPLETING);
        if (base == NodeBaseState.FUTURE) {
            return FUTURE;
        }
        if (flags.contains(NodeFlag.INVALID_REG)) {
            // sinfo shows inval before all other states. slurmctld starts no job on the node, even without a drain.
            return busy ? DRAINING : DRAINED;
        }
        boolean drain = flags.contains(NodeFlag.DRAIN);
        if (!drain && !working && base != NodeBaseState.DOWN && flags.contains(NodeFlag.MAINTENANCE)) {
            return MAINTENANCE;
        }
        if (!working && (flags.contains(NodeFlag.REBOOT_ISSUED) || flags.contains(NodeFlag.REBOOT_REQUESTED))) {
            return MAINTENANCE;
        }
        if (drain || flags.contains(NodeFlag.FAIL)) {
            return busy ? DRAINING : DRAINED;
        }
        if (base == NodeBaseState.DOWN || base == NodeBaseState.ERROR) {
            return DOWN;
        }
        return serving(base, flags, busy);
    }

    private static NodeState serving(NodeBaseState base, Set<NodeFlag> flags, boolean busy) {
        if (flags.contains(NodeFlag.POWERING_UP)) {
            return POWERING_UP;
        }
        if (flags.contains(NodeFlag.POWERING_DOWN)) {
            return POWERING_DOWN;
        }
        if (flags.contains(NodeFlag.POWERED_DOWN)) {
            return POWERED_DOWN;
        }
        if (flags.contains(NodeFlag.POWER_DOWN) && !busy) {
            return POWERING_DOWN;
        }
        if (base == NodeBaseState.MIXED) {
            return MIXED;
        }
        if (busy) {
            // A node that is still completing its last job cannot take another job, even if the node is idle.
            return ALLOCATED;
        }
        if (base == NodeBaseState.UNKNOWN || flags.contains(NodeFlag.NOT_RESPONDING)) {
            return UNKNOWN;
        }
        if (flags.contains(NodeFlag.RESERVED) || flags.contains(NodeFlag.BLOCKED)) {
            return RESERVED;
        }
        return flags.contains(NodeFlag.PLANNED) ? PLANNED : IDLE;
    }
}
