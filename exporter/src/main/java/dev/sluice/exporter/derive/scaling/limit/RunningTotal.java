package dev.sluice.exporter.derive.scaling.limit;

import dev.sluice.exporter.derive.accounting.TaskUse;
import dev.sluice.exporter.model.accounting.Limit;
import java.util.OptionalDouble;

/** A limit, and its use by running jobs and by the jobs that start before the next job of the queue. */
final class RunningTotal {

    private final Limit limit;
    private final String name;
    private OptionalDouble used;

    /**
     * Creates the total of a limit.
     *
     * @param owner owner of the limit, such as {@code QOS debug}
     * @param used use by running jobs; empty if unknown
     */
    RunningTotal(String owner, Limit limit, OptionalDouble used) {
        this.limit = limit;
        this.name = owner + " " + limit.kind().label() + (limit.tres().isEmpty() ? "" : " " + limit.tres());
        this.used = used;
    }

    /** An unknown use or an unknown request never blocks a job. */
    Headroom headroom(TaskUse task) {
        OptionalDouble asked = task.of(limit);
        if (asked.isEmpty()) {
            return Headroom.UNLIMITED;
        }
        double each = asked.getAsDouble();
        return switch (limit.kind()) {
            case MIN_TRES_PER_JOB -> neverIf(each < limit.most());
            case MAX_TRES_PER_JOB -> neverIf(each > limit.most());
            case MAX_TRES_MINS_PER_JOB -> neverIf(each * task.minutes() > limit.most());
            case MAX_TRES_PER_NODE -> neverIf(Math.floor(each / Math.max(1, task.nodes())) > limit.most());
            case GRP_TRES, MAX_TRES_PER_USER, MAX_TRES_PER_ACCOUNT ->
                each > limit.most() ? Headroom.never(name) : room(each, task);
            case GRP_JOBS, MAX_JOBS_PER_USER, MAX_JOBS_PER_ACCOUNT, MAX_JOBS -> room(each, task);
            case GRP_SUBMIT, MAX_SUBMIT_PER_USER, MAX_SUBMIT_PER_ACCOUNT -> Headroom.UNLIMITED;
        };
    }

    private Headroom neverIf(boolean violates) {
        return violates ? Headroom.never(name) : Headroom.UNLIMITED;
    }

    private Headroom room(double each, TaskUse task) {
        return used.isEmpty() || each == 0 || !counts(task)
                ? Headroom.UNLIMITED
                : new Headroom((long) Math.max(0, (limit.most() - used.getAsDouble()) / each), false, name);
    }

    /** A node counts once for all jobs that share the node. */
    private boolean counts(TaskUse task) {
        return task.whole() || !limit.tres().equals("node");
    }

    void start(TaskUse task, long tasks) {
        OptionalDouble each = task.of(limit);
        if (used.isPresent() && each.isPresent() && counts(task)) {
            used = OptionalDouble.of(used.getAsDouble() + each.getAsDouble() * tasks);
        }
    }
}
