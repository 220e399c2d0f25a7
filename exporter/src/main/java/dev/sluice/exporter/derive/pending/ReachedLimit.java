package dev.sluice.exporter.derive.pending;

import dev.sluice.exporter.derive.LimitUse.Owner;
import dev.sluice.exporter.model.accounting.Limit;
import dev.sluice.exporter.model.job.Job;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A limit on jobs with the use of the limit. A job's pending reason names the limit, or {@link OwnLimits} found it.
 *
 * @param name name of the QOS or the account; empty for an array
 * @param limit limit; for an array, the maximum number of running tasks
 * @param used current use; empty if the job records do not show the use
 * @param asks requested amount; empty without a job, or if the job's record does not show the amount
 * @param refuses whether the job can never start under the limit
 * @param holders all other jobs that use the limit, largest use first
 */
public record ReachedLimit(
        Owner owner,
        String name,
        Limit limit,
        OptionalDouble used,
        OptionalDouble asks,
        boolean refuses,
        List<UsingJob> holders) {

    private static final int MAX_LARGEST = 5;

    public ReachedLimit {
        holders = List.copyOf(holders);
    }

    /** A job that uses a part of the limit. */
    public record UsingJob(Job job, double uses) {}

    /** Returns the jobs that use most of the limit. */
    public List<UsingJob> largest() {
        return holders.subList(0, Math.min(holders.size(), MAX_LARGEST));
    }

    public String label() {
        return owner == Owner.ARRAY ? "ArrayTaskThrottle" : limit.kind().label();
    }

    /** Returns true if the job does not fit under the limit; false if the job fits or if the fit is unknown. */
    public boolean isReached() {
        return refuses
                || (used.isPresent() && asks.isPresent() && used.getAsDouble() + asks.getAsDouble() > limit.most());
    }
}
