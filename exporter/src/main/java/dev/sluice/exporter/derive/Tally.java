package dev.sluice.exporter.derive;

import dev.sluice.exporter.derive.LifeCounts.AccountGpuType;
import dev.sluice.exporter.derive.LifeCounts.Events;
import dev.sluice.exporter.derive.LifeCounts.JobSize;
import dev.sluice.exporter.derive.LifeCounts.Queue;
import dev.sluice.exporter.derive.LifeCounts.SizeCounts;
import dev.sluice.exporter.derive.LifeCounts.SizeCounts.Interruption;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Histogram;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobState;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Sums up job events. Creates each counter with the value 0 before the first event, because rate() ignores the first
 * value of a counter.
 */
final class Tally {

    private final SeriesBudget budget;
    private final SortedMap<Queue, Histogram> waits = new TreeMap<>();
    private final SortedMap<Queue, Histogram> runs = new TreeMap<>();
    private final SortedMap<String, SortedMap<WaitCause, Histogram>> waitsByCause = new TreeMap<>();
    private final SortedMap<AccountGpuType, Histogram> waitsByAccount = new TreeMap<>();
    private final SortedMap<String, Events> partitions = new TreeMap<>();
    private final Map<JobSize, SizeCounts> sizes = new EnumMap<>(JobSize.class);
    private final FirstComers<Queue> queues;
    private final FirstComers<AccountGpuType> accounts;

    /**
     * @param budget cardinality limits of queues and accounts, and name rules
     */
    Tally(SeriesBudget budget) {
        this.budget = budget;
        this.queues = new FirstComers<>(budget.queues(), Set.of());
        this.accounts = new FirstComers<>(budget.accounts(), Set.of());
        for (JobSize size : JobSize.values()) {
            sizes.put(size, SizeCounts.NONE);
        }
    }

    /** Creates the zero counters of a partition. */
    void partition(String name) {
        partitions.putIfAbsent(name, Events.NONE);
    }

    /** Creates the empty histograms of a job's queue. */
    void queue(Job job) {
        partition(job.firstPartition());
        Queue queue = queueOf(job);
        if (!waits.containsKey(queue)) {
            waits.put(queue, Histogram.empty(Histogram.JOB_SECONDS));
            runs.put(queue, Histogram.empty(Histogram.JOB_SECONDS));
            cause(job, WaitCause.RESOURCES);
        }
        accountOf(job)
                .ifPresent(account -> waitsByAccount.putIfAbsent(account, Histogram.empty(Histogram.JOB_SECONDS)));
    }

    /** Creates the empty histogram of a wait cause. */
    void cause(Job job, WaitCause cause) {
        causes(job).putIfAbsent(cause, Histogram.empty(Histogram.JOB_SECONDS));
    }

    private SortedMap<WaitCause, Histogram> causes(Job job) {
        return waitsByCause.computeIfAbsent(job.firstPartition(), unused -> new TreeMap<>());
    }

    void submitted(Job job, long tasks) {
        count(job, new Events(tasks, 0, 0, Map.of()));
    }

    void started(Job job, long times) {
        count(job, new Events(0, times, 0, Map.of()));
    }

    void requeued(Job job, long times) {
        count(job, new Events(0, 0, times, Map.of()));
        interrupted(job, Interruption.REQUEUE, times);
    }

    void ended(Job job, JobState state, long tasks) {
        count(job, new Events(0, 0, 0, Map.of(state, tasks)));
        switch (state) {
            case NODE_FAIL, BOOT_FAIL -> interrupted(job, Interruption.NODE_FAIL, tasks);
            case PREEMPTED -> interrupted(job, Interruption.PREEMPTED, tasks);
            default -> {}
        }
    }

    private void interrupted(Job job, Interruption cause, long times) {
        count(job, new SizeCounts(0, 0, Map.of(cause, times)));
    }

    private void count(Job job, Events more) {
        partitions.merge(job.firstPartition(), more, Events::plus);
    }

    private void count(Job job, SizeCounts more) {
        sizes.merge(JobSize.of(job), more, SizeCounts::plus);
    }

    void waited(Job job, long seconds) {
        add(waits, queueOf(job), seconds);
        count(job, new SizeCounts(Math.max(0, seconds), 0, Map.of()));
        accountOf(job).ifPresent(account -> add(waitsByAccount, account, seconds));
    }

    void waitedFor(Job job, WaitCause cause, long seconds) {
        add(causes(job), cause, seconds);
    }

    private static <K> void add(SortedMap<K, Histogram> histograms, K key, long seconds) {
        Histogram before = histograms.getOrDefault(key, Histogram.empty(Histogram.JOB_SECONDS));
        histograms.put(key, before.plus(Math.max(0, seconds)));
    }

    void ran(Job job, long seconds) {
        add(runs, queueOf(job), seconds);
        count(job, new SizeCounts(0, Math.max(0, seconds), Map.of()));
    }

    private Queue queueOf(Job job) {
        String partition = job.firstPartition();
        return queues.named(new Queue(partition, job.owner().qos()), new Queue(partition, SeriesBudget.OTHER));
    }

    private Optional<AccountGpuType> accountOf(Job job) {
        return budget.accountNames()
                .shown(job.owner().account())
                .map(account -> accounts.named(
                        new AccountGpuType(account, gpuType(job.request().gpus())), AccountGpuType.OTHER));
    }

    private static String gpuType(GpuCounts gpus) {
        return gpus.isEmpty() ? "none" : gpus.types();
    }

    LifeCounts counts() {
        SortedMap<String, SortedMap<WaitCause, Histogram>> byCause = new TreeMap<>();
        waitsByCause.forEach((partition, causes) -> byCause.put(partition, copy(causes)));
        return new LifeCounts(
                copy(waits),
                byCause,
                copy(waitsByAccount),
                copy(runs),
                copy(partitions),
                Collections.unmodifiableMap(new EnumMap<>(sizes)),
                queues.folded(),
                accounts.folded());
    }

    private static <K, V> SortedMap<K, V> copy(SortedMap<K, V> map) {
        return Collections.unmodifiableSortedMap(new TreeMap<>(map));
    }
}
