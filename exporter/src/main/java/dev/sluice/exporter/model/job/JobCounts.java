package dev.sluice.exporter.model.job;

import java.util.Map;

/**
 * slurmctld's own job counts, without job records. Array tasks count individually. The counts include only states of
 * jobs that have not ended.
 *
 * @param cluster number of jobs by state, every job once
 * @param partitions number of jobs of each partition by state; a pending job of several partitions counts only in the
 *     partition that slurmctld checked last
 * @param users jobs and resources of each user
 * @param accounts jobs and resources of each account
 * @param records number of job records in slurmctld; all unstarted tasks of an array are one record
 */
public record JobCounts(
        Map<JobState, Long> cluster,
        Map<String, Map<JobState, Long>> partitions,
        Map<String, Holder> users,
        Map<String, Holder> accounts,
        long records) {

    public JobCounts {
        cluster = Map.copyOf(cluster);
        partitions = Map.copyOf(partitions);
        users = Map.copyOf(users);
        accounts = Map.copyOf(accounts);
    }
}
