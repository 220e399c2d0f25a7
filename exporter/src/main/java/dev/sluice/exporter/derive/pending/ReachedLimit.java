package dev.sluice.exporter.derive.pending;

import dev.sluice.exporter.model.job.Job;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A limit on jobs with its use: one that a pending job's reason is about, or one of {@link OwnLimits}.
 *
 * @param owner whose limit it is
 * @param name name of the QOS or the account; empty of an array
 * @param limit as sacctmgr names it, such as {@code MaxTRESPU}; of an array {@code ArrayTaskThrottle}
 * @param resource the resource, such as {@code gres/gpu}; empty where the limit is on jobs
 * @param max how much is allowed; bytes for memory
 * @param used how much is used; empty where job records do not tell
 * @param asks how much the job asks for; empty where its record does not tell, or without a job
 * @param holders the jobs that use it, at most {@value #MAX_HOLDERS}, those that use most first
 * @param holdersLeftOut how many further jobs use it
 */
public record ReachedLimit(
        Owner owner,
        String name,
        String limit,
        String resource,
        double max,
        OptionalDouble used,
        OptionalDouble asks,
        List<Holder> holders,
        long holdersLeftOut) {

    static final int MAX_HOLDERS = 5;

    public ReachedLimit {
        holders = List.copyOf(holders);
    }

    /** Whose limit it is. */
    public enum Owner {
        QOS,
        /** Each user within a QOS. */
        QOS_USER,
        /** Each account within a QOS. */
        QOS_ACCOUNT,
        ACCOUNT,
        ARRAY
    }

    /** A job that uses a part of the limit. */
    public record Holder(Job job, double uses) {}

    /** Whether the job does not fit under the limit; false where that cannot be told. */
    public boolean isReached() {
        return used.isPresent() && asks.isPresent() && used.getAsDouble() + asks.getAsDouble() > max;
    }
}
