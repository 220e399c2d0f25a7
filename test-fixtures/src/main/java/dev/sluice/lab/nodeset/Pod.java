package dev.sluice.lab.nodeset;

import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** A slurmd pod. Times are seconds. */
public final class Pod {

    private final String nodeSet;
    private final int ordinal;
    private final long createdAt;
    private OptionalInt machine = OptionalInt.empty();
    private long scheduledAt;
    private OptionalLong startedAt = OptionalLong.empty();
    private OptionalLong deletedAt = OptionalLong.empty();
    private boolean failed;
    private boolean commented;
    private List<String> seen = List.of();
    private long hiddenUntil;
    private boolean cordoned;

    Pod(String nodeSet, int ordinal, long createdAt) {
        this.nodeSet = nodeSet;
        this.ordinal = ordinal;
        this.createdAt = createdAt;
    }

    /** Returns the name of the pod, as slurm-operator's chart forms the name. */
    public String name() {
        return "slurm-worker-" + node();
    }

    /** Returns the name of the pod's Slurm node. */
    public String node() {
        return nodeSet + "-" + ordinal;
    }

    public int ordinal() {
        return ordinal;
    }

    public long createdAt() {
        return createdAt;
    }

    /** Returns the number of the pod's machine; empty while unschedulable. */
    public OptionalInt machine() {
        return machine;
    }

    /** Returns the time at which the pod was assigned its machine. */
    public long scheduledAt() {
        return scheduledAt;
    }

    /** Returns the time at which the pod's slurmd registered; empty before the registration. */
    public OptionalLong startedAt() {
        return startedAt;
    }

    public boolean started() {
        return startedAt.isPresent();
    }

    /** Returns the time of the pod's deletion; the pod exists until the end of its grace period. */
    public OptionalLong deletedAt() {
        return deletedAt;
    }

    public boolean terminating() {
        return deletedAt.isPresent();
    }

    /** Returns true if the pod is Ready in the API; a drain does not change the result. */
    public boolean ready() {
        return started() && !failed && !terminating() && hiddenUntil == 0;
    }

    /** Returns true if the pod is marked for removal. */
    public boolean cordoned() {
        return cordoned;
    }

    boolean failed() {
        return failed;
    }

    void bind(int to, long now) {
        machine = OptionalInt.of(to);
        scheduledAt = now;
    }

    void start(long now) {
        startedAt = OptionalLong.of(now);
    }

    void fail(boolean whether) {
        failed = whether;
    }

    void cordon(boolean whether) {
        cordoned = whether;
    }

    void delete(long now) {
        deletedAt = OptionalLong.of(now);
    }

    /** Returns true if the operator has written its comment on the pod's node. */
    boolean commented() {
        return commented;
    }

    void comment() {
        commented = true;
    }

    /** Records the states of the node, for which the operator writes conditions. Returns true if they have changed. */
    boolean sees(List<String> states) {
        boolean changed = !states.equals(seen);
        seen = states;
        return changed;
    }

    /** Hides the Ready condition until kubelet writes it again. */
    void hide(long until) {
        hiddenUntil = until;
    }

    /** Shows the Ready condition again. Returns true if the pod becomes ready. */
    boolean show(long now) {
        boolean shown = hiddenUntil != 0 && now >= hiddenUntil;
        hiddenUntil = shown ? 0 : hiddenUntil;
        return shown;
    }
}
