package dev.sluice.exporter.derive;

import dev.sluice.exporter.derive.SeriesBudget.Kept;
import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.job.Holder;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobRequest;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.job.ReasonClass;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Job counts and demand of the queue. Each array task counts; a job of several partitions counts in each of these
 * partitions, and once in the cluster.
 *
 * @param partitions queue of every partition that exists or that a job names
 * @param cluster the whole queue, each job once
 * @param users use by user
 * @param accounts use by account
 * @param pendingByUser pending jobs by user and Slurm's reason; users that are not in {@code users} count as
 *     {@code other}
 * @param truncatedArrays number of array records with a truncated task list
 */
public record QueueSummary(
        SortedMap<String, PartitionQueue> partitions,
        PartitionQueue cluster,
        TopHolders users,
        TopHolders accounts,
        SortedMap<String, SortedMap<Reason, Long>> pendingByUser,
        long truncatedArrays) {

    /** A pending reason and its class. */
    public record Reason(ReasonClass reasonClass, String name) implements Comparable<Reason> {

        private static final Comparator<Reason> ORDER =
                Comparator.comparing(Reason::name).thenComparing(Reason::reasonClass);

        static Reason of(Job job) {
            return new Reason(job.status().reasonClass(), job.status().reason());
        }

        @Override
        public int compareTo(Reason other) {
            return ORDER.compare(this, other);
        }
    }

    /**
     * The queue of one partition or of the cluster.
     *
     * @param jobs jobs by state, as in squeue
     * @param pendingByReason pending jobs by Slurm's reason
     * @param demand demand of pending jobs by reason class; a class without jobs has no entry
     */
    public record PartitionQueue(
            Map<JobState, Long> jobs, SortedMap<Reason, Long> pendingByReason, Map<ReasonClass, PendingDemand> demand) {

        static PartitionQueue empty() {
            return new PartitionQueue(new EnumMap<>(JobState.class), new TreeMap<>(), new EnumMap<>(ReasonClass.class));
        }

        public PendingDemand demand(ReasonClass reasonClass) {
            return demand.getOrDefault(reasonClass, PendingDemand.NONE);
        }

        private void add(Job job, long now) {
            jobs.merge(job.status().state(), job.array().tasks(), Amounts::sum);
            if (job.waiting()) {
                ReasonClass reasonClass = job.status().reasonClass();
                pendingByReason.merge(Reason.of(job), job.array().tasks(), Amounts::sum);
                demand.put(reasonClass, demand(reasonClass).plus(job, now));
            }
        }

        private void add(PartitionQueue other) {
            other.jobs.forEach((state, tasks) -> jobs.merge(state, tasks, Amounts::sum));
            other.pendingByReason.forEach((reason, tasks) -> pendingByReason.merge(reason, tasks, Amounts::sum));
            other.demand.forEach((reasonClass, asked) -> demand.merge(reasonClass, asked, PendingDemand::plus));
        }
    }

    /**
     * Sums up the queue.
     *
     * @param partitionNames partitions to include, with or without jobs
     * @param at time of the job list
     * @param budget cardinality limits and name rules of users and accounts
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
        /** Sums up all jobs with equal partitions once: a job can be in hundreds of partitions. */
        private final Map<List<String>, PartitionQueue> byPartitions = new HashMap<>();

        private final Map<String, Holder> users = new HashMap<>();
        private final Map<String, Holder> accounts = new HashMap<>();
        private final Map<String, Map<Reason, Long>> reasonsByUser = new HashMap<>();
        private long truncatedArrays;

        Sums(long now) {
            this.now = now;
        }

        PartitionQueue partition(String name) {
            return partitions.computeIfAbsent(name, unused -> PartitionQueue.empty());
        }

        void add(Job job) {
            cluster.add(job, now);
            if (job.array().truncated()) {
                truncatedArrays++;
            }
            if (byPartitions.size() == MAX_KEPT_LISTS && !byPartitions.containsKey(job.partitions())) {
                spread();
            }
            byPartitions
                    .computeIfAbsent(job.partitions(), unused -> PartitionQueue.empty())
                    .add(job, now);
            if (Holder.counts(job.status().base())) {
                // Jobs without an account count under the empty name.
                hold(users, job.owner().user(), job);
                hold(accounts, job.owner().account(), job);
            }
            if (job.waiting()) {
                reasonsByUser
                        .computeIfAbsent(job.owner().user(), unused -> new HashMap<>())
                        .merge(Reason.of(job), job.array().tasks(), Amounts::sum);
            }
        }

        /** Adds the sums of each list of partitions to each partition in the list. */
        void spread() {
            byPartitions.forEach(
                    (names, queue) -> names.forEach(name -> partition(name).add(queue)));
            byPartitions.clear();
        }

        SortedMap<String, SortedMap<Reason, Long>> pendingByUser(TopHolders users, NameRule names) {
            SortedMap<String, SortedMap<Reason, Long>> byUser = new TreeMap<>();
            if (names == NameRule.DROP) {
                return byUser;
            }
            Set<String> top = users.top().stream().map(Map.Entry::getKey).collect(Collectors.toSet());
            reasonsByUser.forEach((user, reasons) -> {
                String shown = names.apply(user);
                SortedMap<Reason, Long> sum = byUser.computeIfAbsent(
                        top.contains(shown) ? shown : SeriesBudget.OTHER, unused -> new TreeMap<>());
                reasons.forEach((reason, tasks) -> sum.merge(reason, tasks, Amounts::sum));
            });
            return Collections.unmodifiableSortedMap(byUser);
        }

        private static void hold(Map<String, Holder> holders, String name, Job job) {
            holders.put(name, holders.getOrDefault(name, Holder.NOTHING).plus(job));
        }
    }

    /**
     * The total resources that pending jobs request.
     *
     * @param nodes sum of the minimum numbers of nodes
     * @param cpus sum of CPUs
     * @param memoryBytes sum of memory
     * @param gpus sums of GPUs by type
     * @param oldestEligibleAt earliest eligible time of the eligible jobs, seconds since the epoch; 0 if no job is
     *     eligible
     */
    public record PendingDemand(long nodes, long cpus, long memoryBytes, GpuCounts gpus, long oldestEligibleAt) {

        public static final PendingDemand NONE = new PendingDemand(0, 0, 0, GpuCounts.NONE, 0);

        /**
         * Returns this demand plus the demand of all array tasks of a job.
         *
         * @param now current time, seconds since the epoch; a job with a later eligible time is not eligible yet
         */
        PendingDemand plus(Job job, long now) {
            JobRequest request = job.request();
            long tasks = job.array().tasks();
            return new PendingDemand(
                    Amounts.sum(nodes, Amounts.product(request.nodes(), tasks)),
                    Amounts.sum(cpus, Amounts.product(request.cpus(), tasks)),
                    Amounts.sum(memoryBytes, Amounts.product(request.memoryBytes(), tasks)),
                    request.gpus().isEmpty() ? gpus : gpus.plus(request.gpus().times(tasks)),
                    older(job.times().eligibleAt(), now));
        }

        PendingDemand plus(PendingDemand other) {
            return new PendingDemand(
                    Amounts.sum(nodes, other.nodes),
                    Amounts.sum(cpus, other.cpus),
                    Amounts.sum(memoryBytes, other.memoryBytes),
                    gpus.plus(other.gpus),
                    older(other.oldestEligibleAt, Long.MAX_VALUE));
        }

        private long older(long eligibleAt, long now) {
            if (eligibleAt <= 0 || eligibleAt > now) {
                return oldestEligibleAt;
            }
            return oldestEligibleAt == 0 ? eligibleAt : Math.min(oldestEligibleAt, eligibleAt);
        }
    }

    /**
     * The users or accounts with the largest use, and the sum of the remaining users or accounts.
     *
     * @param top name and use, largest use first
     * @param other sum of the remaining users or accounts
     * @param folded number of the remaining users or accounts
     */
    public record TopHolders(List<Map.Entry<String, Holder>> top, Holder other, int folded) {

        public TopHolders {
            top = List.copyOf(top);
        }

        /**
         * Selects the largest uses; equal uses are ordered by name, so that the selection is stable.
         *
         * @param holders use by the name that Slurm uses
         */
        static TopHolders of(Map<String, Holder> holders, int limit, NameRule names) {
            if (names == NameRule.DROP) {
                return new TopHolders(List.of(), Holder.NOTHING, 0);
            }
            Map<String, Holder> shown = new HashMap<>();
            holders.forEach((name, holder) -> shown.merge(names.apply(name), holder, Holder::plus));
            Kept<Map.Entry<String, Holder>> picked = SeriesBudget.keep(
                    shown.entrySet().stream()
                            .map(entry -> Map.entry(entry.getKey(), entry.getValue()))
                            .toList(),
                    Map.Entry.<String, Holder>comparingByValue(Holder.BY_USE).thenComparing(Map.Entry.comparingByKey()),
                    unused -> 1,
                    limit);
            Holder other = picked.folded().stream().map(Map.Entry::getValue).reduce(Holder.NOTHING, Holder::plus);
            return new TopHolders(picked.kept(), other, picked.folded().size());
        }
    }
}
