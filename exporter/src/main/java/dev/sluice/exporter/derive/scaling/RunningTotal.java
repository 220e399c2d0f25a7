package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.derive.TaskUse;
import dev.sluice.exporter.derive.scaling.LimitBook.AppliedLimit;
import dev.sluice.exporter.derive.scaling.LimitBook.Headroom;
import dev.sluice.exporter.model.accounting.Limit;
import java.util.OptionalDouble;

/** A limit, and its use by running jobs and by the jobs that start before the next job of the queue. */
public final class RunningTotal {

    private final AppliedLimit applied;
    private OptionalDouble used;

    /** @param used use by running jobs; empty if unknown */
    RunningTotal(AppliedLimit applied, OptionalDouble used) {
        this.applied = applied;
        this.used = used;
    }

    public AppliedLimit applied() {
        return applied;
    }

    public OptionalDouble used() {
        return used;
    }

    /** An unknown use or an unknown request never blocks a job. */
    Headroom headroom(TaskUse task) {
        Limit limit = applied.limit();
        OptionalDouble asked = task.of(limit);
        if (asked.isEmpty()) {
            return Headroom.UNLIMITED;
        }
        return task.isRefusedBy(limit) ? Headroom.never(applied.text()) : room(asked.getAsDouble(), task);
    }

    private Headroom room(double each, TaskUse task) {
        return used.isEmpty() || each == 0 || !counts(task)
                ? Headroom.UNLIMITED
                : new Headroom(
                        (long) Math.max(0, (applied.limit().most() - used.getAsDouble()) / each),
                        false,
                        applied.text());
    }

    /** A node counts once for all jobs that share the node. */
    private boolean counts(TaskUse task) {
        return task.whole() || !applied.limit().tres().equals("node");
    }

    void start(TaskUse task, long tasks) {
        OptionalDouble each = task.of(applied.limit());
        if (used.isPresent() && each.isPresent() && counts(task)) {
            used = OptionalDouble.of(used.getAsDouble() + each.getAsDouble() * tasks);
        }
    }
}
