package dev.sluice.exporter.derive.usage;

import dev.sluice.exporter.derive.RowTable;
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
 * The state of a run that has not ended, or whose end is not completely counted, in a row of {@link OpenRuns}. Times are
 * unsigned seconds since the epoch, in 32 bits.
 */
final class OpenRun {

    /** Number of longs per row. */
    static final int LONGS = 1;

    private static final int MEMORY_BYTES = 0;

    /** Number of ints per row. */
    static final int INTS = 10;

    private static final int SUBMITTED_AT = 0;
    private static final int RESTARTS = 1;
    private static final int CPUS = 2;
    /** Time for which the current GPUs are counted, in seconds. */
    private static final int COUNTED = 3;

    private static final int UNTIL = 4;
    private static final int STOPPED_AT = 5;
    private static final int MISSING_SINCE = 6;
    private static final int SEEN_AT = 7;
    /** 1 if the NodeSet is known. */
    private static final int NODE_SET_KNOWN = 8;
    /** 1 if the run is closed. */
    private static final int CLOSED = 9;

    /** Number of references per row. */
    static final int VALUES = 6;

    private static final int ACCOUNT = 0;
    private static final int USER = 1;
    private static final int PARTITION = 2;
    private static final int NODE_SET = 3;
    /** {@link GpuCounts}. */
    private static final int GPUS = 4;
    /** GPU-seconds counted before the current GPUs were allocated, by GPU type. Empty for most runs. */
    private static final int EARLIER = 5;

    private static final int NEVER = 0;
    private static final long MAX_TIME = 0xFFFFFFFFL;

    private final RowTable rows;
    private final int row;

    /**
     * The resources of a run that count in one row.
     *
     * @param key the row
     * @param perSecond amounts per second
     */
    record Share(UsageKey key, UsageAmounts perSecond) {}

    OpenRun(RowTable rows, int row) {
        this.rows = rows;
        this.row = row;
    }

    /** Sets the state of the whole row. */
    void set(CountedRun run) {
        setTime(SUBMITTED_AT, run.submittedAt());
        rows.setInt(row, RESTARTS, run.restarts());
        rows.setInt(row, COUNTED, 0);
        setTime(UNTIL, run.until());
        rows.setInt(row, STOPPED_AT, NEVER);
        rows.setInt(row, MISSING_SINCE, NEVER);
        rows.setInt(row, SEEN_AT, NEVER);
        rows.setInt(row, NODE_SET_KNOWN, run.nodeSet().isEmpty() ? 0 : 1);
        rows.setInt(row, CLOSED, 0);
        rows.setValue(row, ACCOUNT, run.account());
        rows.setValue(row, USER, run.user());
        rows.setValue(row, PARTITION, run.partition());
        rows.setValue(row, NODE_SET, run.nodeSet());
        rows.setValue(row, GPUS, run.allocation().gpus());
        rows.setValue(row, EARLIER, run.gpuSeconds().isEmpty() ? Collections.emptySortedMap() : run.gpuSeconds());
        setCpusAndMemory(run.allocation());
    }

    private void setCpusAndMemory(Tres allocation) {
        rows.setInt(row, CPUS, (int) Math.min(Integer.MAX_VALUE, allocation.cpus()));
        rows.setLong(row, MEMORY_BYTES, allocation.memoryBytes());
    }

    CountedRun counted() {
        Tres allocation = new Tres(rows.getInt(row, CPUS), rows.getLong(row, MEMORY_BYTES), 0, gpus());
        return new CountedRun(
                jobId(),
                time(SUBMITTED_AT),
                rows.getInt(row, RESTARTS),
                text(ACCOUNT),
                text(USER),
                partition(),
                text(NODE_SET),
                allocation,
                until(),
                gpuSeconds());
    }

    /** Returns true if a record is about this run and not about another run of the job. */
    boolean is(Job job) {
        return isSubmittedWith(job) && job.status().restarts() == rows.getInt(row, RESTARTS);
    }

    /** Returns true if a later record is about the job of this run after a requeue. */
    boolean isRequeuedTo(Job next) {
        return next.status().restarts() > rows.getInt(row, RESTARTS);
    }

    boolean isSubmittedWith(Job job) {
        return isSubmittedAt(job.times().submittedAt());
    }

    boolean isSubmittedAt(long time) {
        return inRange(time) == time(SUBMITTED_AT);
    }

    /**
     * Returns the end of this run, given the record of the next run: the time of the requeue. After several requeues,
     * the time until which this run is counted, because the end is unknown.
     */
    long endBefore(Job next) {
        if (next.status().restarts() != rows.getInt(row, RESTARTS) + 1) {
            return until();
        }
        long stoppedAt = time(STOPPED_AT);
        return stoppedAt == NEVER
                ? next.times().submittedAt()
                : Math.min(stoppedAt, next.times().submittedAt());
    }

    /** A job can release or gain nodes while the job runs. */
    void holds(Tres now) {
        if (!now.gpus().equals(gpus())) {
            rows.setValue(row, EARLIER, gpuSeconds());
            rows.setInt(row, COUNTED, 0);
            rows.setValue(row, GPUS, now.gpus());
        }
        setCpusAndMemory(now);
    }

    /** Sets the NodeSet of the run's nodes. The nodes of a run do not change their NodeSet. */
    void runsIn(NodeSetLookup nodeSets, String nodes) {
        if (rows.getInt(row, NODE_SET_KNOWN) == 0 && !nodeSets.isEmpty()) {
            rows.setValue(row, NODE_SET, nodeSets.of(nodes));
            rows.setInt(row, NODE_SET_KNOWN, 1);
        }
    }

    /** GPUs, if any, determine the rows. CPUs and memory count in the row of the type with most GPUs. */
    List<Share> shares() {
        GpuCounts gpus = gpus();
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
                key(gpuType),
                new UsageAmounts(
                        count, main ? rows.getInt(row, CPUS) : 0, main ? rows.getLong(row, MEMORY_BYTES) : 0, 0));
    }

    private UsageKey key(String gpuType) {
        return new UsageKey(text(ACCOUNT), text(USER), partition(), text(NODE_SET), gpuType);
    }

    long jobId() {
        return rows.id(row);
    }

    static boolean closed(RowTable rows, int row) {
        return rows.getInt(row, CLOSED) != 0;
    }

    /** Marks that nothing of the run is left to count. */
    void close() {
        rows.setInt(row, CLOSED, 1);
    }

    /** Returns the row in which the end of the run counts. */
    UsageKey mainKey() {
        GpuCounts gpus = gpus();
        return key(gpus.isEmpty() ? UsageKey.NO_GPU : GpuCounts.label(main(gpus.byType())));
    }

    /** Marks the run as counted until a time. */
    void countedUntil(long time) {
        rows.setInt(row, COUNTED, rows.getInt(row, COUNTED) + (int) (time - until()));
        setTime(UNTIL, time);
    }

    long until() {
        return time(UNTIL);
    }

    private long time(int column) {
        return Integer.toUnsignedLong(rows.getInt(row, column));
    }

    private void setTime(int column, long time) {
        rows.setInt(row, column, (int) inRange(time));
    }

    /** A time outside the range is one of a wrong record. */
    private static long inRange(long time) {
        return Math.max(0, Math.min(MAX_TIME, time));
    }

    private String text(int column) {
        return (String) rows.getValue(row, column);
    }

    private GpuCounts gpus() {
        return (GpuCounts) rows.getValue(row, GPUS);
    }

    @SuppressWarnings("unchecked")
    private SortedMap<String, Double> earlier() {
        return (SortedMap<String, Double>) rows.getValue(row, EARLIER);
    }

    /** Returns the counted GPU-seconds by GPU type. */
    SortedMap<String, Double> gpuSeconds() {
        int counted = rows.getInt(row, COUNTED);
        if (gpus().isEmpty() || counted == 0) {
            return earlier();
        }
        SortedMap<String, Double> sums = new TreeMap<>(earlier());
        gpus().byType()
                .forEach((type, count) -> sums.merge(GpuCounts.label(type), (double) count * counted, Double::sum));
        return sums;
    }

    String partition() {
        return text(PARTITION);
    }

    /** Marks that the run starts, or starts again, at a time: the time before does not count. */
    void startsAt(long time) {
        setTime(UNTIL, Math.max(until(), time));
    }

    /** Marks that the run has ended in a requeue, and that its nodes are not yet free. */
    void stops(long now) {
        if (time(STOPPED_AT) == NEVER) {
            setTime(STOPPED_AT, now);
        }
    }

    void seen(long now) {
        setTime(SEEN_AT, now);
        rows.setInt(row, MISSING_SINCE, NEVER);
    }

    /** Returns the number of seconds for which the run has been missing from the job lists. */
    long missing(long now) {
        if (time(SEEN_AT) == now) {
            return 0;
        }
        if (time(MISSING_SINCE) == NEVER) {
            setTime(MISSING_SINCE, now);
        }
        return now - time(MISSING_SINCE);
    }
}
