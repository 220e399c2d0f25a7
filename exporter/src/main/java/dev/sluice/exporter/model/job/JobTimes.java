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
 */
public record JobTimes(
        long limit, long submittedAt, long eligibleAt, long expectedStartAt, long startedAt, long endedAt) {}
