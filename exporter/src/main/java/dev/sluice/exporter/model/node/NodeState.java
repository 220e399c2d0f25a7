package dev.sluice.exporter.model.node;

import java.util.Locale;
import java.util.Set;

/**
 * The one state that people count a node under: sinfo's word for it, without the suffixes, plus the power states that
 * sinfo shows as suffixes only. Closed list; {@code docs/metrics.md} explains each.
 */
public enum NodeState {
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

    private final String label = name().toLowerCase(Locale.ROOT);

    /** The label value under which the state is published. */
    public String label() {
        return label;
    }

    /** Whether Slurm could start work on the node's free resources now, without waking, repairing or resuming it. */
    public boolean schedulable() {
        return switch (this) {
            case ALLOCATED, MIXED, IDLE, PLANNED, RESERVED -> true;
            case DRAINING, DRAINED, DOWN, MAINTENANCE, POWERED_DOWN, POWERING_UP, POWERING_DOWN, FUTURE, UNKNOWN ->
                false;
        };
    }

    /**
     * Whether the node was taken out of service or fell out of it: not one that sleeps, that is under maintenance or that is
     * not defined for use yet.
     */
    public boolean outOfService() {
        return switch (this) {
            case DRAINING, DRAINED, DOWN, UNKNOWN -> true;
            case ALLOCATED,
                    MIXED,
                    IDLE,
                    PLANNED,
                    RESERVED,
                    MAINTENANCE,
                    POWERED_DOWN,
                    POWERING_UP,
                    POWERING_DOWN,
                    FUTURE -> false;
        };
    }

    /**
     * Resolves base state and flags in sinfo's own order of precedence (maintenance, reboot, drain, fail, down, then
     * power saving, then what the node does), so that the count of a state is the count of sinfo's lines.
     */
    static NodeState of(NodeBaseState base, Set<NodeFlag> flags) {
        boolean working = base == NodeBaseState.ALLOCATED || base == NodeBaseState.MIXED;
        boolean busy = working || flags.contains(NodeFlag.COMPLETING);
        if (base == NodeBaseState.FUTURE) {
            return FUTURE;
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
            // An idle node that is still completing its last job cannot take another one yet.
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
