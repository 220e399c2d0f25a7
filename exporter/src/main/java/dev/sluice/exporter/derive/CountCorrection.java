package dev.sluice.exporter.derive;

import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobCounts;
import dev.sluice.exporter.model.job.JobState;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/**
 * The differences between the job counts of slurmctld and squeue, learned from the last complete job list. squeue shows
 * some pending jobs in another state, such as {@code special_exit}. slurmctld counts a pending job of several
 * partitions in only one partition.
 *
 * @param cluster jobs to add to the cluster's count, by state; may be negative
 * @param partitions jobs to add to each partition's count, by state; may be negative
 */
public record CountCorrection(Map<JobState, Long> cluster, Map<String, Map<JobState, Long>> partitions) {

    /** The correction before the first job list. */
    public static final CountCorrection NONE = new CountCorrection(Map.of(), Map.of());

    /**
     * Returns the correction that a job list shows.
     *
     * @param counts slurmctld's counts at the time of the job list
     */
    public static CountCorrection of(Collection<Job> jobs, JobCounts counts) {
        Map<JobState, Long> cluster = new EnumMap<>(JobState.class);
        Map<String, Map<JobState, Long>> partitions = new HashMap<>();
        Map<String, Long> pending = new HashMap<>();
        Map<String, Long> inSeveral = new HashMap<>();
        for (Job job : jobs) {
            if (!job.waiting()) {
                continue;
            }
            if (job.status().state() != JobState.PENDING) {
                move(cluster, job);
            }
            for (String partition : job.partitions()) {
                if (job.status().state() != JobState.PENDING) {
                    move(partitions.computeIfAbsent(partition, unused -> new EnumMap<>(JobState.class)), job);
                } else {
                    pending.merge(partition, job.array().tasks(), Amounts::sum);
                }
                if (job.partitions().size() > 1) {
                    inSeveral.merge(partition, job.array().tasks(), Amounts::sum);
                }
            }
        }
        inSeveral.forEach((name, several) -> {
            Map<JobState, Long> moved = partitions.computeIfAbsent(name, unused -> new EnumMap<>(JobState.class));
            long counted = counts.partitions().getOrDefault(name, Map.of()).getOrDefault(JobState.PENDING, 0L)
                    + moved.getOrDefault(JobState.PENDING, 0L);
            // Only jobs of several partitions can be missing. Jobs that came or went between the counts and the list
            // cause all other differences.
            long missing = Math.max(0, Math.min(several, pending.getOrDefault(name, 0L) - counted));
            moved.merge(JobState.PENDING, missing, Amounts::sum);
        });
        return new CountCorrection(cluster, partitions);
    }

    private static void move(Map<JobState, Long> moved, Job job) {
        moved.merge(JobState.PENDING, -job.array().tasks(), Amounts::sum);
        moved.merge(job.status().state(), job.array().tasks(), Amounts::sum);
    }

    Map<JobState, Long> cluster(Map<JobState, Long> jobs) {
        return QueueCounts.plus(jobs, cluster);
    }

    Map<JobState, Long> partition(String name, Map<JobState, Long> jobs) {
        return QueueCounts.plus(jobs, partitions.getOrDefault(name, Map.of()));
    }
}
