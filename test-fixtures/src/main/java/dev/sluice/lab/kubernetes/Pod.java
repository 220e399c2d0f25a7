package dev.sluice.lab.kubernetes;

import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** A slurmd pod, which {@link NodeSetController} changes. Times are seconds. */
public final class Pod {

    private final String nodeSet;
    private final int ordinal;
    private final long createdAt;
    OptionalInt machine = OptionalInt.empty();
    /** Time at which the pod was assigned its machine. */
    long scheduledAt;

    OptionalLong startedAt = OptionalLong.empty();
    OptionalLong deletedAt = OptionalLong.empty();
    boolean failed;
    /** True if the operator has written its comment on the pod's node. */
    boolean commented;
    /** The states of the node, for which the operator has written conditions. */
    List<String> seen = List.of();
    /** Time at which kubelet writes the Ready condition again; 0 while the condition is correct. */
    long hiddenUntil;

    boolean cordoned;

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
}
