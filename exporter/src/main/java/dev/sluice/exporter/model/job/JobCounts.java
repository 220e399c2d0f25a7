package dev.sluice.exporter.model.job;

import java.util.Map;

/**
 * Jobs as slurmctld itself counts them, without a record of each: array tasks one by one, and only the states of jobs that
 * have not ended.
 *
 * @param cluster every job once
 * @param partitions jobs of each partition; a pending job of several partitions counts in one of them, whichever slurmctld
 *     looked at last
 * @param users jobs and resources of each user
 * @param accounts the same of each account
 * @param records job records that slurmctld holds: an array whose tasks have not started is one
 */
public record JobCounts(
        Map<JobState, Long> cluster,
        Map<String, Map<JobState, Long>> partitions,
        Map<String, Use> users,
        Map<String, Use> accounts,
        long records) {

    public JobCounts {
        cluster = Map.copyOf(cluster);
        partitions = Map.copyOf(partitions);
        users = Map.copyOf(users);
        accounts = Map.copyOf(accounts);
    }

    /**
     * What a user or an account has, by base states.
     *
     * @param pending pending jobs
     * @param running running jobs
     * @param suspended suspended jobs
     * @param cpus CPUs allocated to running and suspended jobs
     * @param gpus GPUs allocated to running and suspended jobs
     */
    public record Use(long pending, long running, long suspended, long cpus, long gpus) {}
}
