package dev.sluice.exporter.derive;

import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobCounts;
import dev.sluice.exporter.model.job.JobState;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/**
 * What slurmctld counts differently from squeue, as the last whole list of jobs showed it: pending jobs that squeue shows in
 * a state of their own, such as {@code special_exit}, and pending jobs of several partitions, which slurmctld counts in one
 * of them.
 *
 * @param cluster jobs to add to each state of the cluster
 * @param partitions jobs to add to each state of each partition
 */
public record CountCorrection(Map<JobState, Long> cluster, Map<String, Map<JobState, Long>> partitions) {

    /** Of a cluster whose jobs have never been listed. */
    public static final CountCorrection NONE = new CountCorrection(Map.of(), Map.of());

    /**
     * Learns from a list of jobs.
     *
     * @param counts what slurmctld counted when the jobs were listed
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
            if (job.state() != JobState.PENDING) {
                move(cluster, job);
            }
            for (String partition : job.partitions()) {
                if (job.state() != JobState.PENDING) {
                    move(partitions.computeIfAbsent(partition, unused -> new EnumMap<>(JobState.class)), job);
                } else {
                    pending.merge(partition, job.tasks(), Long::sum);
                }
                if (job.partitions().size() > 1) {
                    inSeveral.merge(partition, job.tasks(), Long::sum);
                }
            }
        }
        inSeveral.forEach((name, several) -> {
            Map<JobState, Long> moved = partitions.computeIfAbsent(name, unused -> new EnumMap<>(JobState.class));
            long counted = counts.partitions().getOrDefault(name, Map.of()).getOrDefault(JobState.PENDING, 0L)
                    + moved.getOrDefault(JobState.PENDING, 0L);
            // More than those of several partitions cannot be missing: the rest came or went in between.
            long missing = Math.max(0, Math.min(several, pending.getOrDefault(name, 0L) - counted));
            moved.merge(JobState.PENDING, missing, Long::sum);
        });
        return new CountCorrection(cluster, partitions);
    }

    private static void move(Map<JobState, Long> moved, Job job) {
        moved.merge(JobState.PENDING, -job.tasks(), Long::sum);
        moved.merge(job.state(), job.tasks(), Long::sum);
    }

    Map<JobState, Long> cluster(Map<JobState, Long> jobs) {
        return QueueCounts.plus(jobs, cluster);
    }

    Map<JobState, Long> partition(String name, Map<JobState, Long> jobs) {
        return QueueCounts.plus(jobs, partitions.getOrDefault(name, Map.of()));
    }
}
