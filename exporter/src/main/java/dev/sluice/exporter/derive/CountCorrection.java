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
 * @param places jobs to add to the count of each partition, and of the cluster, by state; may be negative
 */
public record CountCorrection(Map<String, Map<JobState, Long>> places) {

    /** The correction before the first job list. */
    public static final CountCorrection NONE = new CountCorrection(Map.of());

    /** The place of the cluster's counts. No partition has this name. */
    static final String CLUSTER = " ";

    /**
     * Returns the correction that a job list shows.
     *
     * @param counts slurmctld's counts at the time of the job list
     */
    public static CountCorrection of(Collection<Job> jobs, JobCounts counts) {
        Map<String, Map<JobState, Long>> places = new HashMap<>();
        Map<String, Long> pending = new HashMap<>();
        Map<String, Long> inSeveral = new HashMap<>();
        for (Job job : jobs) {
            if (!job.waiting()) {
                continue;
            }
            boolean shownOtherwise = job.status().state() != JobState.PENDING;
            if (shownOtherwise) {
                move(places, CLUSTER, job);
            }
            for (String partition : job.partitions()) {
                if (shownOtherwise) {
                    move(places, partition, job);
                } else {
                    pending.merge(partition, job.array().tasks(), Amounts::sum);
                }
                if (job.partitions().size() > 1) {
                    inSeveral.merge(partition, job.array().tasks(), Amounts::sum);
                }
            }
        }
        inSeveral.forEach((name, several) -> {
            Map<JobState, Long> moved = places.computeIfAbsent(name, unused -> new EnumMap<>(JobState.class));
            long counted = counts.partitions().getOrDefault(name, Map.of()).getOrDefault(JobState.PENDING, 0L)
                    + moved.getOrDefault(JobState.PENDING, 0L);
            // Only jobs of several partitions can be missing. Jobs that came or went between the counts and the list
            // cause all other differences.
            long missing = Math.max(0, Math.min(several, pending.getOrDefault(name, 0L) - counted));
            moved.merge(JobState.PENDING, missing, Amounts::sum);
        });
        return new CountCorrection(places);
    }

    private static void move(Map<String, Map<JobState, Long>> places, String place, Job job) {
        Map<JobState, Long> moved = places.computeIfAbsent(place, unused -> new EnumMap<>(JobState.class));
        moved.merge(JobState.PENDING, -job.array().tasks(), Amounts::sum);
        moved.merge(job.status().state(), job.array().tasks(), Amounts::sum);
    }

    /** Returns slurmctld's counts of a partition, or of the cluster, as squeue shows them. */
    Map<JobState, Long> correct(String place, Map<JobState, Long> jobs) {
        Map<JobState, Long> sums = new EnumMap<>(JobState.class);
        sums.putAll(jobs);
        places.getOrDefault(place, Map.of())
                .forEach((state, more) -> sums.put(state, Math.max(0, sums.getOrDefault(state, 0L) + more)));
        return sums;
    }
}
