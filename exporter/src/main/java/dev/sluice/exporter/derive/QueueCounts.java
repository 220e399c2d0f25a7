package dev.sluice.exporter.derive;

import dev.sluice.exporter.derive.QueueSummary.TopHolders;
import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.job.Holder;
import dev.sluice.exporter.model.job.Job;
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
 * The published numbers of jobs by state, as in squeue: counted from the job list, or by slurmctld.
 *
 * @param cluster jobs of the cluster, each job once
 * @param partitions jobs of every partition that exists or that a job names
 * @param users jobs by user
 * @param accounts jobs by account
 * @param known counted states; the number of jobs in any other state is unknown, not 0
 */
public record QueueCounts(
        Map<JobState, Long> cluster,
        SortedMap<String, Map<JobState, Long>> partitions,
        TopHolders users,
        TopHolders accounts,
        Set<JobState> known) {

    /**
     * Excludes the states of ended jobs: slurmctld counts a completing job in two states. slurmctld counts an array as
     * a single job if the array was cancelled before its first task started.
     */
    private static final Set<JobState> COUNTED_BY_SLURMCTLD = Collections.unmodifiableSet(EnumSet.of(
            JobState.PENDING, JobState.RUNNING, JobState.SUSPENDED, JobState.COMPLETING, JobState.CONFIGURING));

    private static final Set<JobState> ALL = Collections.unmodifiableSet(EnumSet.allOf(JobState.class));

    public static QueueCounts of(QueueSummary queue) {
        SortedMap<String, Map<JobState, Long>> partitions = new TreeMap<>();
        queue.partitions().forEach((name, partition) -> partitions.put(name, partition.jobs()));
        return new QueueCounts(queue.cluster().jobs(), partitions, queue.users(), queue.accounts(), ALL);
    }

    /**
     * Returns the counts from slurmctld.
     *
     * @param correction differences between the counts of slurmctld and squeue
     * @param partitionNames partitions to include, with or without jobs
     * @param budget cardinality limits and name rules of users and accounts
     */
    public static QueueCounts of(
            JobCounts counts, CountCorrection correction, Collection<String> partitionNames, SeriesBudget budget) {
        SortedMap<String, Map<JobState, Long>> partitions = new TreeMap<>();
        partitionNames.forEach(name -> partitions.put(name, Map.of()));
        counts.partitions().forEach((name, jobs) -> partitions.put(name, correction.correct(name, jobs)));
        return new QueueCounts(
                correction.correct(CountCorrection.CLUSTER, counts.cluster()),
                partitions,
                TopHolders.of(withJobs(counts.users()), budget.users(), budget.userNames()),
                TopHolders.of(withJobs(counts.accounts()), budget.accounts(), budget.accountNames()),
                COUNTED_BY_SLURMCTLD);
    }

    /** slurmctld also returns users and accounts without current jobs. */
    private static Map<String, Holder> withJobs(Map<String, Holder> all) {
        Map<String, Holder> holders = new HashMap<>(all);
        holders.values().removeIf(holder -> holder.jobs() == 0);
        return holders;
    }

    /** Returns the number of jobs in a state; empty if the state is not counted. */
    public OptionalLong number(Map<JobState, Long> jobs, JobState state) {
        long number = jobs.getOrDefault(state, 0L);
        return number > 0 || known.contains(state) ? OptionalLong.of(number) : OptionalLong.empty();
    }

    /**
     * The differences between the job counts of slurmctld and squeue, learned from the last complete job list. squeue
     * shows some pending jobs in another state, such as {@code special_exit}. slurmctld counts a pending job of several
     * partitions in only one partition.
     *
     * @param places jobs to add to the count of each partition, and of the cluster, by state; may be negative
     */
    public record CountCorrection(Map<String, Map<JobState, Long>> places) {

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
                // slurmctld also counts the revoked jobs of a federation as pending.
                if (job.status().base() != JobState.PENDING || job.holdsNodes()) {
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
                // Only jobs of several partitions can be missing. Jobs that came or went between the counts and
                // the list cause all other differences.
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
}
