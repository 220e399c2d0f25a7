package dev.sluice.exporter.derive.scaling.limit;

import dev.sluice.exporter.model.Amounts;

/**
 * How many tasks of a job may start now.
 *
 * @param tasks maximum number of tasks; {@link Long#MAX_VALUE} without a limit
 * @param never whether the job violates the limit without any other job
 * @param limit name of the strictest limit; empty without a limit
 */
public record Headroom(long tasks, boolean never, String limit) {

    /** No limit. */
    public static final Headroom UNLIMITED = new Headroom(Long.MAX_VALUE, false, "");

    static Headroom never(String limit) {
        return new Headroom(0, true, limit);
    }

    /** Returns the name of the limit if fewer of these tasks may start; empty otherwise. */
    public String of(long wanted) {
        return tasks < wanted ? limit : "";
    }

    /** Returns the tasks that may start with either of two QOSes. */
    Headroom plus(Headroom other) {
        return new Headroom(Amounts.sum(tasks, other.tasks), never && other.never, tasks == 0 ? other.limit : limit);
    }

    Headroom min(Headroom other) {
        return other.tasks < tasks ? other : this;
    }
}
