package dev.sluice.exporter.derive.life;

import dev.sluice.exporter.derive.FirstComers;
import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.derive.life.LifeCounts.AccountGpus;
import dev.sluice.exporter.derive.life.LifeCounts.CauseKey;
import dev.sluice.exporter.derive.life.LifeCounts.EndKey;
import dev.sluice.exporter.derive.life.LifeCounts.Queue;
import dev.sluice.exporter.derive.life.SizeCounts.Interruption;
import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.Buckets;
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
import java.util.function.UnaryOperator;

/**
 * Sums up job events. Creates each counter with the value 0 before the first event, because rate() ignores the first
 * value of a counter.
 */
final class Tally {

    private final SeriesBudget budget;
    private final SortedMap<Queue, Histogram> waits = new TreeMap<>();
    private final SortedMap<Queue, Histogram> runs = new TreeMap<>();
    private final SortedMap<CauseKey, Histogram> waitsByCause = new TreeMap<>();
    private final SortedMap<AccountGpus, Histogram> waitsByAccount = new TreeMap<>();
    private final SortedMap<String, Long> submissions = new TreeMap<>();
    private final SortedMap<String, Long> starts = new TreeMap<>();
    private final SortedMap<String, Long> requeues = new TreeMap<>();
    private final SortedMap<EndKey, Long> ends = new TreeMap<>();
    private final Map<JobSize, SizeCounts> sizes = new EnumMap<>(JobSize.class);
    private final FirstComers<Queue> queues;
    private final FirstComers<AccountGpus> accounts;

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
        if (submissions.putIfAbsent(name, 0L) != null) {
            return;
        }
        starts.put(name, 0L);
        requeues.put(name, 0L);
        for (JobState state : JobState.values()) {
            if (state.end()) {
                ends.put(new EndKey(name, state), 0L);
            }
        }
    }

    /** Creates the empty histograms of a job's queue. */
    void queue(Job job) {
        partition(job.firstPartition());
        Queue queue = queueOf(job);
        if (!waits.containsKey(queue)) {
            waits.put(queue, Histogram.empty(Buckets.JOB_SECONDS));
            runs.put(queue, Histogram.empty(Buckets.JOB_SECONDS));
            cause(job, WaitCause.RESOURCES);
        }
        accountOf(job).ifPresent(account -> waitsByAccount.putIfAbsent(account, Histogram.empty(Buckets.JOB_SECONDS)));
    }

    /** Creates the empty histogram of a wait cause. */
    void cause(Job job, WaitCause cause) {
        waitsByCause.putIfAbsent(new CauseKey(job.firstPartition(), cause), Histogram.empty(Buckets.JOB_SECONDS));
    }

    void submitted(Job job, long tasks) {
        submissions.merge(job.firstPartition(), tasks, Amounts::sum);
    }

    void started(Job job, long times) {
        starts.merge(job.firstPartition(), times, Amounts::sum);
    }

    void requeued(Job job, long times) {
        requeues.merge(job.firstPartition(), times, Amounts::sum);
        count(job, size -> size.interrupted(Interruption.REQUEUE, times));
    }

    void ended(Job job, JobState state, long tasks) {
        ends.merge(new EndKey(job.firstPartition(), state), tasks, Amounts::sum);
        switch (state) {
            case NODE_FAIL, BOOT_FAIL -> count(job, size -> size.interrupted(Interruption.NODE_FAIL, tasks));
            case PREEMPTED -> count(job, size -> size.interrupted(Interruption.PREEMPTED, tasks));
            default -> {}
        }
    }

    private void count(Job job, UnaryOperator<SizeCounts> event) {
        sizes.computeIfPresent(JobSize.of(job), (unused, counts) -> event.apply(counts));
    }

    void waited(Job job, long seconds) {
        add(waits, queueOf(job), seconds);
        count(job, size -> size.waited(seconds));
        accountOf(job).ifPresent(account -> add(waitsByAccount, account, seconds));
    }

    void waitedFor(Job job, WaitCause cause, long seconds) {
        add(waitsByCause, new CauseKey(job.firstPartition(), cause), seconds);
    }

    private static <K> void add(SortedMap<K, Histogram> histograms, K key, long seconds) {
        Histogram before = histograms.getOrDefault(key, Histogram.empty(Buckets.JOB_SECONDS));
        histograms.put(key, before.plus(Math.max(0, seconds)));
    }

    void ran(Job job, long seconds) {
        add(runs, queueOf(job), seconds);
        count(job, size -> size.ran(seconds));
    }

    private Queue queueOf(Job job) {
        String partition = job.firstPartition();
        return queues.named(new Queue(partition, job.owner().qos()), new Queue(partition, SeriesBudget.OTHER));
    }

    private Optional<AccountGpus> accountOf(Job job) {
        return budget.accountNames()
                .shown(job.owner().account())
                .map(account -> accounts.named(
                        new AccountGpus(account, gpuType(job.request().gpus())), AccountGpus.OTHER));
    }

    private static String gpuType(GpuCounts gpus) {
        return gpus.isEmpty() ? "none" : gpus.types();
    }

    LifeCounts counts() {
        return new LifeCounts(
                new LifeCounts.Waits(
                        copy(waits), copy(waitsByCause), copy(waitsByAccount), queues.folded(), accounts.folded()),
                copy(runs),
                copy(submissions),
                copy(starts),
                copy(requeues),
                copy(ends),
                Collections.unmodifiableMap(new EnumMap<>(sizes)));
    }

    private static <K, V> SortedMap<K, V> copy(SortedMap<K, V> map) {
        return Collections.unmodifiableSortedMap(new TreeMap<>(map));
    }
}
