package dev.sluice.exporter.derive;

import dev.sluice.exporter.model.job.JobCounts;
import dev.sluice.exporter.model.job.JobState;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Jobs by the state that squeue shows, as they are published: counted job by job, or by slurmctld.
 *
 * @param cluster each job once
 * @param partitions every partition that exists or that a job names
 * @param users jobs by user
 * @param accounts jobs by account
 * @param known the states that are counted; what is not counted is not 0
 */
public record QueueCounts(
        Map<JobState, Long> cluster,
        SortedMap<String, Map<JobState, Long>> partitions,
        TopHolders users,
        TopHolders accounts,
        Set<JobState> known) {

    /**
     * Slurmctld's counts of the states of ended jobs are left out: a job that is completing counts in two of them, and an
     * array that was cancelled before a task started counts once.
     */
    private static final Set<JobState> COUNTED_BY_SLURMCTLD = Collections.unmodifiableSet(EnumSet.of(
            JobState.PENDING, JobState.RUNNING, JobState.SUSPENDED, JobState.COMPLETING, JobState.CONFIGURING));

    private static final Set<JobState> ALL = Collections.unmodifiableSet(EnumSet.allOf(JobState.class));

    /** From each job. */
    public static QueueCounts of(QueueSummary queue) {
        SortedMap<String, Map<JobState, Long>> partitions = new TreeMap<>();
        queue.partitions().forEach((name, partition) -> partitions.put(name, partition.jobs()));
        return new QueueCounts(queue.clusterJobs(), partitions, queue.users(), queue.accounts(), ALL);
    }

    /**
     * From slurmctld's counts.
     *
     * @param correction what these counts show differently
     * @param partitionNames partitions to show even where no job is in them
     * @param budget how many users and accounts are named, and how
     */
    public static QueueCounts of(
            JobCounts counts, CountCorrection correction, Collection<String> partitionNames, SeriesBudget budget) {
        SortedMap<String, Map<JobState, Long>> partitions = new TreeMap<>();
        partitionNames.forEach(name -> partitions.put(name, Map.of()));
        counts.partitions().forEach((name, jobs) -> partitions.put(name, correction.partition(name, jobs)));
        return new QueueCounts(
                correction.cluster(counts.cluster()),
                partitions,
                TopHolders.of(holders(counts.users()), budget.users(), budget.userNames()),
                TopHolders.of(holders(counts.accounts()), budget.accounts(), budget.accountNames()),
                COUNTED_BY_SLURMCTLD);
    }

    private static Map<String, Holder> holders(Map<String, JobCounts.Use> uses) {
        Map<String, Holder> holders = new HashMap<>();
        uses.forEach((name, use) -> {
            // slurmctld goes on naming those who have ended jobs only.
            if (use.pending() + use.running() + use.suspended() > 0) {
                holders.put(name, new Holder(use.pending(), use.running(), use.suspended(), use.cpus(), use.gpus()));
            }
        });
        return holders;
    }

    /** How many jobs of a partition, or of the cluster, are in a state; empty where that is not counted. */
    public OptionalLong number(Map<JobState, Long> jobs, JobState state) {
        long number = jobs.getOrDefault(state, 0L);
        return number > 0 || known.contains(state) ? OptionalLong.of(number) : OptionalLong.empty();
    }

    /** By how many jobs the counts of the cluster differ, over the states that both count. */
    public long clusterDifference(QueueCounts other) {
        return difference(cluster, other.cluster, other);
    }

    /** The same over all partitions. */
    public long partitionDifference(QueueCounts other) {
        Map<String, Map<JobState, Long>> all = new HashMap<>(other.partitions);
        all.putAll(partitions);
        return all.keySet().stream()
                .mapToLong(name -> difference(
                        partitions.getOrDefault(name, Map.of()), other.partitions.getOrDefault(name, Map.of()), other))
                .sum();
    }

    private long difference(Map<JobState, Long> mine, Map<JobState, Long> others, QueueCounts other) {
        Set<JobState> both = EnumSet.copyOf(known);
        both.retainAll(other.known);
        return both.stream()
                .mapToLong(state -> Math.abs(mine.getOrDefault(state, 0L) - others.getOrDefault(state, 0L)))
                .sum();
    }

    /** Adds to some counts. */
    static Map<JobState, Long> plus(Map<JobState, Long> jobs, Map<JobState, Long> more) {
        Map<JobState, Long> sums = new EnumMap<>(JobState.class);
        sums.putAll(jobs);
        more.forEach((state, number) -> sums.merge(state, number, (one, other) -> Math.max(0, one + other)));
        return sums;
    }
}
