package dev.sluice.exporter.model.accounting;

import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.job.JobState;

/**
 * A run in Slurm's accounting. slurmdbd keeps each run of a requeued job, and keeps a run longer than slurmctld.
 *
 * @param submittedAt time of submission or requeue, in seconds since the epoch
 * @param startedAt start time, in seconds since the epoch; 0 if the job has not started
 * @param endedAt end time, in seconds since the epoch; 0 if the run has not ended
 * @param state state at the end, such as REQUEUED
 * @param allocation allocated resources; none if the job has not started
 * @param nodes hostlist of the allocated nodes; {@code None assigned} if the job has not started
 */
public record AccountedRun(
        long jobId,
        long submittedAt,
        long startedAt,
        long endedAt,
        JobState state,
        String account,
        String user,
        String partition,
        Tres allocation,
        String nodes) {}
