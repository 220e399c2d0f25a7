package dev.sluice.exporter.derive.usage;

import dev.sluice.exporter.derive.join.NodeSetLookup;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.job.Job;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The state of a run that has not ended, or whose end is not completely counted. Up to 100,000 runs can be open: times
 * are unsigned seconds since the epoch, in 32 bits.
 */
final class OpenRun {

    private static final int NEVER = 0;
    private static final long MAX_TIME = 0xFFFFFFFFL;

    private final long jobId;
    private final int submittedAt;
    private final int restarts;
    private final String account;
    private final String user;
    private final String partition;
    private String nodeSet;
    private boolean nodeSetKnown;
    private int cpus;
    private long memoryBytes;
    private GpuCounts gpus;
    /** Time for which the current GPUs are counted, in seconds. */
    private int counted;
    /** GPU-seconds counted before the current GPUs were allocated, by GPU type. Empty for most runs. */
    private SortedMap<String, Double> earlier;

    private int until;
    private int stoppedAt = NEVER;
    private int missingSince = NEVER;
    private int seenAt = NEVER;
    private boolean closed;

    /**
     * The resources of a run that count in one row.
     *
     * @param key the row
     * @param perSecond amounts per second
     */
    record Share(UsageKey key, UsageAmounts perSecond) {}

    OpenRun(CountedRun run) {
        this.jobId = run.jobId();
        this.submittedAt = seconds(run.submittedAt());
        this.restarts = run.restarts();
        this.account = run.account();
        this.user = run.user();
        this.partition = run.partition();
        this.nodeSet = run.nodeSet();
        this.nodeSetKnown = !run.nodeSet().isEmpty();
        this.cpus = held(run.allocation().cpus());
        this.memoryBytes = run.allocation().memoryBytes();
        this.gpus = run.allocation().gpus();
        this.earlier = run.gpuSeconds().isEmpty() ? Collections.emptySortedMap() : run.gpuSeconds();
        this.until = seconds(run.until());
    }

    CountedRun counted() {
        Tres allocation = new Tres(cpus, memoryBytes, 0, gpus);
        return new CountedRun(
                jobId,
                time(submittedAt),
                restarts,
                account,
                user,
                partition,
                nodeSet,
                allocation,
                until(),
                gpuSeconds());
    }

    /** Returns true if a record is about this run and not about another run of the job. */
    boolean is(Job job) {
        return isSubmittedWith(job) && job.restarts() == restarts;
    }

    /** Returns true if a later record is about the job of this run after a requeue. */
    boolean isRequeuedTo(Job next) {
        return next.restarts() > restarts;
    }

    boolean isSubmittedWith(Job job) {
        return isSubmittedAt(job.submittedAt());
    }

    boolean isSubmittedAt(long time) {
        return seconds(time) == submittedAt;
    }

    /**
     * Returns the end of this run, given the record of the next run: the time of the requeue. After several requeues,
     * the time until which this run is counted, because the end is unknown.
     */
    long endBefore(Job next) {
        if (next.restarts() != restarts + 1) {
            return until();
        }
        return stoppedAt == NEVER ? next.submittedAt() : Math.min(time(stoppedAt), next.submittedAt());
    }

    /** A job can release or gain nodes while the job runs. */
    void holds(Tres now) {
        if (!now.gpus().equals(gpus)) {
            earlier = gpuSeconds();
            counted = 0;
            gpus = now.gpus();
        }
        cpus = held(now.cpus());
        memoryBytes = now.memoryBytes();
    }

    /** Sets the NodeSet of the run's nodes. The nodes of a run do not change their NodeSet. */
    void runsIn(NodeSetLookup nodeSets, String nodes) {
        if (!nodeSetKnown && !nodeSets.isEmpty()) {
            nodeSet = nodeSets.of(nodes);
            nodeSetKnown = true;
        }
    }

    /** GPUs, if any, determine the rows. CPUs and memory count in the row of the type with most GPUs. */
    List<Share> shares() {
        if (gpus.isEmpty()) {
            return List.of(share(UsageKey.NO_GPU, 0, true));
        }
        String main = main(gpus.byType());
        List<Share> all = new ArrayList<>();
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

    private Share share(String gpuType, long count, boolean main) {
        return new Share(
                new UsageKey(account, user, partition, nodeSet, gpuType),
                new UsageAmounts(count, main ? cpus : 0, main ? memoryBytes : 0, 0));
    }

    long jobId() {
        return jobId;
    }

    boolean closed() {
        return closed;
    }

    /** Marks that nothing of the run is left to count. */
    void close() {
        closed = true;
    }

    /** Returns the row in which the end of the run counts. */
    UsageKey mainKey() {
        String type = gpus.isEmpty() ? UsageKey.NO_GPU : GpuCounts.label(main(gpus.byType()));
        return new UsageKey(account, user, partition, nodeSet, type);
    }

    /** Marks the run as counted until a time. */
    void countedUntil(long time) {
        counted += (int) (time - until());
        until = seconds(time);
    }

    long until() {
        return time(until);
    }

    /** Stores a time. A time outside the range is one of a wrong record. */
    private static int seconds(long time) {
        return (int) Math.max(0, Math.min(MAX_TIME, time));
    }

    private static long time(int seconds) {
        return Integer.toUnsignedLong(seconds);
    }

    private static int held(long cpus) {
        return (int) Math.min(Integer.MAX_VALUE, cpus);
    }

    /** Returns the counted GPU-seconds by GPU type. */
    SortedMap<String, Double> gpuSeconds() {
        if (gpus.isEmpty() || counted == 0) {
            return earlier;
        }
        SortedMap<String, Double> sums = new TreeMap<>(earlier);
        gpus.byType()
                .forEach((type, count) -> sums.merge(GpuCounts.label(type), (double) count * counted, Double::sum));
        return sums;
    }

    String partition() {
        return partition;
    }

    /** Marks that the run starts, or starts again, at a time: the time before does not count. */
    void startsAt(long time) {
        until = seconds(Math.max(until(), time));
    }

    /** Marks that the run has ended in a requeue, and that its nodes are not yet free. */
    void stops(long now) {
        if (stoppedAt == NEVER) {
            stoppedAt = seconds(now);
        }
    }

    void seen(long now) {
        seenAt = seconds(now);
        missingSince = NEVER;
    }

    /** Returns the number of seconds for which the run has been missing from the job lists. */
    long missing(long now) {
        if (time(seenAt) == now) {
            return 0;
        }
        if (missingSince == NEVER) {
            missingSince = seconds(now);
        }
        return now - time(missingSince);
    }
}
