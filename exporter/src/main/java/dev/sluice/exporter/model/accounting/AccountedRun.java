package dev.sluice.exporter.model.accounting;

import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.job.JobState;
import java.util.Map;

/**
 * A run in Slurm's accounting. slurmdbd keeps each run of a requeued job, and keeps a run longer than slurmctld.
 *
 * @param submittedAt time of submission or requeue, in seconds since the epoch
 * @param startedAt start time, in seconds since the epoch; 0 if the job has not started
 * @param endedAt end time, in seconds since the epoch; 0 if the run has not ended
 * @param state state at the end, such as REQUEUED
 * @param allocation allocated resources; none if the job has not started
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
        Tres allocation) {

    /**
     * Returns a copy whose names and resources are the equal ones of other runs.
     *
     * @param shared names and resources of the other runs; receives those of this run
     */
    public AccountedRun sharing(Map<Object, Object> shared) {
        return new AccountedRun(
                jobId,
                submittedAt,
                startedAt,
                endedAt,
                state,
                (String) shared.computeIfAbsent(account, name -> name),
                (String) shared.computeIfAbsent(user, name -> name),
                (String) shared.computeIfAbsent(partition, name -> name),
                (Tres) shared.computeIfAbsent(allocation, tres -> tres));
    }
}
