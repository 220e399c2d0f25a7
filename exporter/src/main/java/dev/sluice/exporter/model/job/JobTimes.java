package dev.sluice.exporter.model.job;

/**
 * The times of a job, in seconds since the epoch.
 *
 * @param limit time limit in seconds; 0 if unlimited or unknown
 * @param submittedAt time of submission or requeue
 * @param eligibleAt eligible time of the job; 0 if the job is not eligible
 * @param expectedStartAt start time expected by Slurm's scheduler; 0 without an estimate or if the job is not pending
 * @param startedAt time of the last start; 0 if the job never started
 * @param endedAt end time; 0 until the job ends
 * @param ranBefore run time of a suspended job in seconds; 0 for other jobs
 * @param runsSince start time, later by the time of all suspensions; 0 if the job never started or is suspended
 */
public record JobTimes(
        long limit,
        long submittedAt,
        long eligibleAt,
        long expectedStartAt,
        long startedAt,
        long endedAt,
        long ranBefore,
        long runsSince) {

    /** Returns the run time of the last run without suspensions in seconds, as squeue shows it. */
    public long ranSeconds(long now) {
        long end = endedAt > 0 ? endedAt : now;
        return runsSince > 0 ? Math.max(0, end - runsSince) : ranBefore;
    }

    /** Returns the time at which the time limit ends a running job; 0 without a limit or while the job is suspended. */
    public long latestEnd() {
        return limit > 0 && runsSince > 0 ? runsSince + limit : 0;
    }
}
