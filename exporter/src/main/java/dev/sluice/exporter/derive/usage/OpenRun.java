package dev.sluice.exporter.derive.usage;

import dev.sluice.exporter.derive.join.NodeSetLookup;
import dev.sluice.exporter.derive.usage.JobUsage.CountedRun;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.job.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** A run that has not ended, or whose end is not completely counted. Times are in seconds since the epoch. */
final class OpenRun {

    private static final long NEVER = 0;
    /** Later times are times of wrong records. */
    private static final long MAX_TIME = 0xFFFFFFFFL;

    private final long jobId;
    private final long submittedAt;
    private final int restarts;
    private UsageKey key;
    private boolean nodeSetKnown;
    private Tres allocation;
    /** GPU-seconds counted before the current GPUs were allocated, by GPU type. Empty for most runs. */
    private SortedMap<String, Double> earlier;
    /** Time for which the current GPUs are counted, in seconds. */
    private long counted;

    private long until;
    private long stoppedAt = NEVER;
    private long missingSince = NEVER;
    private long seenAt = NEVER;

    /**
     * The resources of a run that count in one row.
     *
     * @param key the row
     * @param perSecond amounts per second
     */
    record RowAmounts(UsageKey key, UsageAmounts perSecond) {}

    /**
     * @param key account, user, partition and NodeSet under the names to publish
     */
    OpenRun(CountedRun run, UsageKey key) {
        jobId = run.jobId();
        submittedAt = inRange(run.submittedAt());
        restarts = run.restarts();
        this.key = key;
        nodeSetKnown = !key.nodeSet().isEmpty();
        allocation = run.allocation();
        earlier = run.gpuSeconds();
        until = inRange(run.until());
    }

    CountedRun counted() {
        return new CountedRun(jobId, submittedAt, restarts, key, allocation, until, gpuSeconds());
    }

    /** Returns true if a record is about this run and not about another run of the job. */
    boolean is(Job job) {
        return isSubmittedWith(job) && job.status().restarts() == restarts;
    }

    /** Returns true if a later record is about the job of this run after a requeue. */
    boolean isRequeuedTo(Job next) {
        return next.status().restarts() > restarts;
    }

    boolean isSubmittedWith(Job job) {
        return isSubmittedAt(job.times().submittedAt());
    }

    boolean isSubmittedAt(long time) {
        return inRange(time) == submittedAt;
    }

    /**
     * Returns the end of this run, given the record of the next run: the time of the requeue. After several requeues,
     * the time until which this run is counted, because the end is unknown.
     */
    long endBefore(Job next) {
        if (next.status().restarts() != restarts + 1) {
            return until;
        }
        return stoppedAt == NEVER
                ? next.times().submittedAt()
                : Math.min(stoppedAt, next.times().submittedAt());
    }

    /** A job can release or gain nodes while the job runs. */
    void holds(Tres now) {
        if (!now.gpus().equals(allocation.gpus())) {
            earlier = gpuSeconds();
            counted = 0;
        }
        allocation = now;
    }

    /** Sets the NodeSet of the run's nodes. The nodes of a run do not change their NodeSet. */
    void runsIn(NodeSetLookup nodeSets, String nodes) {
        if (!nodeSetKnown && !nodeSets.isEmpty()) {
            key = key.with(nodeSets.of(nodes), "");
            nodeSetKnown = true;
        }
    }

    /** GPUs, if any, determine the rows. CPUs and memory count in the row of the type with most GPUs. */
    List<RowAmounts> shares() {
        GpuCounts gpus = allocation.gpus();
        if (gpus.isEmpty()) {
            return List.of(share(UsageKey.NO_GPU, 0, true));
        }
        String main = main(gpus.byType());
        List<RowAmounts> all = new ArrayList<>();
        gpus.byType().forEach((type, count) -> all.add(share(GpuCounts.label(type), count, type.equals(main))));
        return List.copyOf(all);
    }

    private static String main(Map<String, Long> gpus) {
        String main = "";
        long most = 0;
        for (Map.Entry<String, Long> type : gpus.entrySet()) {
            if (type.getValue() > most) {
                main = type.getKey();
                most = type.getValue();
            }
        }
        return main;
    }

    private RowAmounts share(String gpuType, long count, boolean main) {
        return new RowAmounts(
                key.with(key.nodeSet(), gpuType),
                new UsageAmounts(count, main ? allocation.cpus() : 0, main ? allocation.memoryBytes() : 0, 0));
    }

    long jobId() {
        return jobId;
    }

    /** Returns the row in which the end of the run counts. */
    UsageKey mainKey() {
        GpuCounts gpus = allocation.gpus();
        return key.with(key.nodeSet(), gpus.isEmpty() ? UsageKey.NO_GPU : GpuCounts.label(main(gpus.byType())));
    }

    /** Marks the run as counted until a time. */
    void countedUntil(long time) {
        counted += time - until;
        until = inRange(time);
    }

    long until() {
        return until;
    }

    private static long inRange(long time) {
        return Math.max(0, Math.min(MAX_TIME, time));
    }

    SortedMap<String, Double> gpuSeconds() {
        if (allocation.gpus().isEmpty() || counted == 0) {
            return earlier;
        }
        SortedMap<String, Double> sums = new TreeMap<>(earlier);
        allocation
                .gpus()
                .byType()
                .forEach((type, count) -> sums.merge(GpuCounts.label(type), (double) count * counted, Double::sum));
        return sums;
    }

    String partition() {
        return key.partition();
    }

    /** Marks that the run starts, or starts again, at a time: the time before does not count. */
    void startsAt(long time) {
        until = Math.max(until, inRange(time));
    }

    /** Marks that the run has ended in a requeue, and that its nodes are not yet free. */
    void stops(long now) {
        if (stoppedAt == NEVER) {
            stoppedAt = now;
        }
    }

    void seen(long now) {
        seenAt = now;
        missingSince = NEVER;
    }

    /** Returns the number of seconds for which the run has been missing from the job lists. */
    long missing(long now) {
        if (seenAt == now) {
            return 0;
        }
        if (missingSince == NEVER) {
            missingSince = now;
        }
        return now - missingSince;
    }
}
