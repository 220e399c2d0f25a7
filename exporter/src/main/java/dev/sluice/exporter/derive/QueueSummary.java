package dev.sluice.exporter.derive;

import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.reason.PendingReason;
import dev.sluice.exporter.model.reason.ReasonClass;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The queue in numbers. Array tasks are counted one by one; a job that could start in several partitions counts in each
 * of them, and once in the cluster.
 *
 * @param partitions every partition that exists or that a job names
 * @param cluster the whole queue, each job once
 * @param users use by user
 * @param accounts use by account
 * @param pendingByUser jobs that wait, by user as in {@code users} and by Slurm's reason; the others are {@code other}
 * @param truncatedArrays array records whose tasks could only be counted in part
 */
public record QueueSummary(
        SortedMap<String, PartitionQueue> partitions,
        PartitionQueue cluster,
        TopHolders users,
        TopHolders accounts,
        SortedMap<String, SortedMap<String, Long>> pendingByUser,
        long truncatedArrays) {

    /** The name of those who have no series of their own. */
    public static final String OTHER = "other";

    /**
     * One partition's queue, or that of the cluster.
     *
     * @param jobs jobs by the state that squeue shows
     * @param pendingByReason jobs that wait, by Slurm's reason
     * @param demand what the jobs that wait ask for, by class of reason; a class without jobs is absent
     */
    public record PartitionQueue(
            Map<JobState, Long> jobs, SortedMap<String, Long> pendingByReason, Map<ReasonClass, PendingDemand> demand) {

        static PartitionQueue empty() {
            return new PartitionQueue(new EnumMap<>(JobState.class), new TreeMap<>(), new EnumMap<>(ReasonClass.class));
        }

        /** What the jobs that wait for reasons of a class ask for. */
        public PendingDemand demand(ReasonClass reasonClass) {
            return demand.getOrDefault(reasonClass, PendingDemand.NONE);
        }

        private void add(Job job, long now) {
            jobs.merge(job.state(), job.tasks(), Long::sum);
            if (job.waiting()) {
                pendingByReason.merge(job.reason(), job.tasks(), Long::sum);
                ReasonClass reasonClass = PendingReason.of(job.reason()).reasonClass();
                demand.put(reasonClass, demand(reasonClass).plus(job, now));
            }
        }

        private void add(PartitionQueue other) {
            other.jobs.forEach((state, tasks) -> jobs.merge(state, tasks, Long::sum));
            other.pendingByReason.forEach((reason, tasks) -> pendingByReason.merge(reason, tasks, Long::sum));
            other.demand.forEach((reasonClass, asked) -> demand.merge(reasonClass, asked, PendingDemand::plus));
        }
    }

    /** Jobs by the state that squeue shows, each once. */
    public Map<JobState, Long> clusterJobs() {
        return Collections.unmodifiableMap(cluster.jobs());
    }

    /**
     * Sums the queue up.
     *
     * @param partitionNames partitions to show even where no job is in them
     * @param at when the jobs were observed
     * @param budget how many users and accounts are named, and how
     */
    public static QueueSummary of(List<Job> jobs, Collection<String> partitionNames, Instant at, SeriesBudget budget) {
        Sums sums = new Sums(at.getEpochSecond());
        partitionNames.forEach(sums::partition);
        jobs.forEach(sums::add);
        sums.spread();
        TopHolders users = TopHolders.of(sums.users, budget.users(), budget.userNames());
        return new QueueSummary(
                Collections.unmodifiableSortedMap(sums.partitions),
                sums.cluster,
                users,
                TopHolders.of(sums.accounts, budget.accounts(), budget.accountNames()),
                sums.pendingByUser(users, budget.userNames()),
                sums.truncatedArrays);
    }

    private static final class Sums {

        private static final int MAX_KEPT_LISTS = 1_000;

        private final long now;
        private final SortedMap<String, PartitionQueue> partitions = new TreeMap<>();
        private final PartitionQueue cluster = PartitionQueue.empty();
        /** Jobs that name the same partitions are summed up once, not once for each of them. */
        private final Map<List<String>, PartitionQueue> byPartitions = new HashMap<>();

        private final Map<String, Holder> users = new HashMap<>();
        private final Map<String, Holder> accounts = new HashMap<>();
        private final Map<String, Map<String, Long>> reasonsByUser = new HashMap<>();
        private long truncatedArrays;

        Sums(long now) {
            this.now = now;
        }

        PartitionQueue partition(String name) {
            return partitions.computeIfAbsent(name, unused -> PartitionQueue.empty());
        }

        void add(Job job) {
            cluster.add(job, now);
            if (job.tasksTruncated()) {
                truncatedArrays++;
            }
            PartitionQueue alike = byPartitions.get(job.partitions());
            if (alike == null) {
                if (byPartitions.size() == MAX_KEPT_LISTS) {
                    spread();
                }
                alike = PartitionQueue.empty();
                byPartitions.put(job.partitions(), alike);
            }
            alike.add(job, now);
            if (Holder.counts(job.base())) {
                // A job without an account is nobody's but still in the sums.
                hold(users, job.user(), job);
                hold(accounts, job.account(), job);
            }
            if (job.waiting()) {
                reasonsByUser
                        .computeIfAbsent(job.user(), unused -> new HashMap<>())
                        .merge(job.reason(), job.tasks(), Long::sum);
            }
        }

        /** Gives each partition its share of what was summed up by list of partitions. */
        void spread() {
            byPartitions.forEach(
                    (names, queue) -> names.forEach(name -> partition(name).add(queue)));
            byPartitions.clear();
        }

        SortedMap<String, SortedMap<String, Long>> pendingByUser(TopHolders users, NameRule names) {
            SortedMap<String, SortedMap<String, Long>> byUser = new TreeMap<>();
            if (names == NameRule.DROP) {
                return byUser;
            }
            Set<String> top = users.top().stream().map(Map.Entry::getKey).collect(Collectors.toSet());
            reasonsByUser.forEach((user, reasons) -> {
                String shown = names.apply(user);
                SortedMap<String, Long> sum =
                        byUser.computeIfAbsent(top.contains(shown) ? shown : OTHER, unused -> new TreeMap<>());
                reasons.forEach((reason, tasks) -> sum.merge(reason, tasks, Long::sum));
            });
            return Collections.unmodifiableSortedMap(byUser);
        }

        private static void hold(Map<String, Holder> holders, String name, Job job) {
            holders.put(name, holders.getOrDefault(name, Holder.NOTHING).plus(job));
        }
    }
}
