package dev.sluice.lab.scheduling;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** A node record of slurmctld. Times are seconds of the simulation. */
public final class SimulatedNode {
    private final NodeSpec spec;
    private final FreeResources free;
    private final EnumSet<NodeFlag> flags = EnumSet.noneOf(NodeFlag.class);
    private boolean registered;
    private boolean down;
    private String comment = "";
    private Reason reason = Reason.NONE;
    private long bootAt;
    private long lastBusyAt;
    private long powerChangeAt;

    /** The base states of a node, in Slurm's spelling. */
    public enum State {
        DOWN,
        IDLE,
        MIXED,
        ALLOCATED
    }

    /** The reason for a drain or down state, who gave it, and when (seconds); empty in other states. */
    public record Reason(String text, String by, long at) {
        static final Reason NONE = new Reason("", "", 0);
    }

    /**
     * @param dynamic true for a dynamic node, which has no record in slurmctld until its slurmd registers
     */
    public SimulatedNode(NodeSpec spec, boolean dynamic, long now) {
        this.spec = spec;
        this.registered = !dynamic;
        this.free = new FreeResources(spec);
        this.lastBusyAt = now;
        this.bootAt = spec.cloud() ? 0 : now - 86_400L;
        if (spec.cloud()) {
            flags.add(NodeFlag.CLOUD);
            flags.add(NodeFlag.POWERED_DOWN);
        }
        if (dynamic) {
            flags.add(NodeFlag.DYNAMIC_NORM);
        }
    }

    public NodeSpec spec() {
        return spec;
    }

    public String name() {
        return spec.name();
    }

    public FreeResources free() {
        return free;
    }

    public boolean has(NodeFlag flag) {
        return flags.contains(flag);
    }

    public boolean isDown() {
        return down;
    }

    public boolean isIdle() {
        return free.isEmpty();
    }

    /**
     * Returns true if new jobs can start on the node. Returns true for a powered-down node too, because power saving
     * boots the node for the job.
     */
    public boolean isUsable() {
        boolean silent = has(NodeFlag.NOT_RESPONDING) && !has(NodeFlag.POWERING_UP);
        return registered && !down && !silent && !has(NodeFlag.DRAIN) && !has(NodeFlag.POWERING_DOWN);
    }

    public void take(NodeAllocation allocation, long now) {
        free.take(allocation);
        lastBusyAt = now;
    }

    public void give(NodeAllocation allocation, long now) {
        free.give(allocation);
        lastBusyAt = now;
    }

    /** Drains the node. A second drain with the same reason changes nothing, as in slurmctld. */
    public void drain(String why, String by, long now) {
        if (flags.add(NodeFlag.DRAIN) || !reason.text().equals(why)) {
            reason = new Reason(why, by, now);
        }
    }

    /**
     * Ends a drain. The base state stays. A node without a running slurmd keeps the new reason until slurmd registers.
     */
    public void undrain(String why, String by, long now) {
        if (flags.remove(NodeFlag.DRAIN)) {
            boolean silent = down || has(NodeFlag.NOT_RESPONDING);
            reason = silent ? new Reason(why, by, now) : Reason.NONE;
        }
    }

    public void fail(String why, long now) {
        down = true;
        flags.add(NodeFlag.NOT_RESPONDING);
        reason = new Reason(why, "slurm", now);
    }

    public void resume(long now) {
        if (down) {
            bootAt = now;
        }
        down = false;
        flags.remove(NodeFlag.DRAIN);
        flags.remove(NodeFlag.NOT_RESPONDING);
        reason = Reason.NONE;
        lastBusyAt = now;
    }

    /** Returns true if slurmctld has a record of the node; always true for static nodes. */
    public boolean isRegistered() {
        return registered;
    }

    /** Records that a slurmd has registered: a down node returns to service (ReturnToService=2). A drain stays. */
    public void register(long now) {
        registered = true;
        bootAt = now;
        flags.remove(NodeFlag.NOT_RESPONDING);
        down = false;
        lastBusyAt = now;
        if (!has(NodeFlag.DRAIN)) {
            reason = Reason.NONE;
        }
    }

    /** Records that a preStop hook has set the node down; slurmctld keeps the node's record, including a drain. */
    public void leave(String why, String by, long now) {
        down = true;
        reason = new Reason(why, by, now);
    }

    /** Records that the node's slurmd no longer responds. */
    public void silence() {
        flags.add(NodeFlag.NOT_RESPONDING);
    }

    public void comment(String text) {
        comment = text;
    }

    /** Deletes the node's record. */
    public void forget() {
        registered = false;
        down = false;
        comment = "";
        flags.remove(NodeFlag.DRAIN);
        flags.remove(NodeFlag.NOT_RESPONDING);
    }

    public void powerUp(long now) {
        flags.remove(NodeFlag.POWERED_DOWN);
        flags.add(NodeFlag.NOT_RESPONDING);
        flags.add(NodeFlag.POWERING_UP);
        powerChangeAt = now;
    }

    public void booted(long now) {
        flags.remove(NodeFlag.POWERING_UP);
        flags.remove(NodeFlag.NOT_RESPONDING);
        bootAt = now;
        lastBusyAt = now;
    }

    public void powerDown(long now) {
        flags.add(NodeFlag.POWERING_DOWN);
        bootAt = 0;
        powerChangeAt = now;
    }

    public void poweredDown() {
        flags.remove(NodeFlag.POWERING_DOWN);
        flags.add(NodeFlag.POWERED_DOWN);
    }

    public long lastBusyAt() {
        return lastBusyAt;
    }

    public long powerChangeAt() {
        return powerChangeAt;
    }

    public Reason reason() {
        return reason;
    }

    /** Returns the comment of an administrator or an operator. */
    public String comment() {
        return comment;
    }

    public long bootAt() {
        return bootAt;
    }

    /** Returns the flags in Slurm's order. */
    public Set<NodeFlag> flags() {
        return EnumSet.copyOf(flags);
    }

    public State state() {
        if (down) {
            return State.DOWN;
        }
        if (isIdle()) {
            return State.IDLE;
        }
        return free.cpus() == 0 ? State.ALLOCATED : State.MIXED;
    }

    /** Returns the base state, then the flags, as in the REST API. */
    public List<String> states() {
        return states(flags);
    }

    /** Returns the base state, then the given flags. */
    public List<String> states(Set<NodeFlag> shown) {
        return Stream.concat(Stream.of(state().name()), shown.stream().map(NodeFlag::name))
                .toList();
    }
}
