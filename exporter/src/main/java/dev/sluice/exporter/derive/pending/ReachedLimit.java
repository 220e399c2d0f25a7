package dev.sluice.exporter.derive.pending;

import dev.sluice.exporter.model.job.Job;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A limit on jobs with the use of the limit. A job's pending reason names the limit, or {@link OwnLimits} found it.
 *
 * @param name name of the QOS or the account; empty for an array
 * @param limit name in sacctmgr, such as {@code MaxTRESPU}; {@code ArrayTaskThrottle} for an array
 * @param resource resource, such as {@code gres/gpu}; empty for a limit on jobs
 * @param max limit; in bytes for memory
 * @param used current use; empty if the job records do not show the use
 * @param asks requested amount; empty without a job, or if the job's record does not show the amount
 * @param holders jobs that use the limit, largest use first, at most {@value #MAX_HOLDERS}
 * @param holdersLeftOut number of further jobs that use the limit
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

    /** The owner of a limit. */
    public enum Owner {
        QOS,
        /** The limit applies to each user within a QOS. */
        QOS_USER,
        /** The limit applies to each account within a QOS. */
        QOS_ACCOUNT,
        ACCOUNT,
        ARRAY
    }

    /** A job that uses a part of the limit. */
    public record Holder(Job job, double uses) {}

    /** Returns true if the job does not fit under the limit; false if the job fits or if the fit is unknown. */
    public boolean isReached() {
        return used.isPresent() && asks.isPresent() && used.getAsDouble() + asks.getAsDouble() > max;
    }
}
