package dev.sluice.simulator.cluster;

import dev.sluice.simulator.job.JobState;

/** What sdiag counts: jobs since midnight and the work of the two schedulers. Durations in microseconds. */
public final class Statistics {
    /** The counters at one instant; times are epoch seconds. */
    public record Counters(
            long since,
            long submitted,
            long started,
            long completed,
            long canceled,
            long failed,
            long cycles,
            long cycleLast,
            long cycleMax,
            long cycleSum,
            long depthSum,
            long backfills,
            long backfillLast,
            long backfillMax,
            long backfillSum,
            long backfillDepthSum,
            long backfilledJobs,
            long backfillDepthLast,
            long backfillAt,
            RpcStatistics.Counters rpcs) {}

    private static final long DAY = 86_400;

    private long since;
    private long submitted;
    private long started;
    private long completed;
    private long canceled;
    private long failed;
    private long cycles;
    private long cycleLast;
    private long cycleMax;
    private long cycleSum;
    private long depthSum;
    private long backfills;
    private long backfillLast;
    private long backfillMax;
    private long backfillSum;
    private long backfillDepthSum;
    private long backfilledJobs;
    private long backfillDepthLast;
    private long backfillAt;
    private final RpcStatistics rpcs = new RpcStatistics();

    Statistics(long now) {
        since = now;
    }

    /** The requests, which unlike the rest are not set back at midnight. */
    public RpcStatistics rpcs() {
        return rpcs;
    }

    void submitted() {
        submitted++;
    }

    void started() {
        started++;
    }

    public void backfilled() {
        backfilledJobs++;
    }

    void ended(JobState as) {
        switch (as) {
            case COMPLETED -> completed++;
            case CANCELLED -> canceled++;
            case FAILED, TIMEOUT, NODE_FAIL, PREEMPTED, OUT_OF_MEMORY -> failed++;
            case PENDING, RUNNING -> throw new IllegalArgumentException("not an end: " + as);
        }
    }

    public void scheduled(int depth) {
        cycles++;
        cycleLast = 180 + 14L * depth;
        cycleMax = Math.max(cycleMax, cycleLast);
        cycleSum += cycleLast;
        depthSum += depth;
    }

    public void backfill(int depth, long now) {
        backfills++;
        backfillAt = now;
        backfillDepthLast = depth;
        backfillDepthSum += depth;
        backfillLast = 900 + 85L * depth;
        backfillMax = Math.max(backfillMax, backfillLast);
        backfillSum += backfillLast;
    }

    /** slurmctld sets its counters back at midnight, UTC here. */
    public void resetAtMidnight(long now) {
        if (Math.floorDiv(now, DAY) == Math.floorDiv(since, DAY)) {
            return;
        }
        since = now;
        submitted = started = completed = canceled = failed = 0;
        cycles = cycleMax = cycleSum = depthSum = 0;
        backfills = backfillMax = backfillSum = backfillDepthSum = backfilledJobs = 0;
    }

    Counters counters() {
        return new Counters(
                since,
                submitted,
                started,
                completed,
                canceled,
                failed,
                cycles,
                cycleLast,
                cycleMax,
                cycleSum,
                depthSum,
                backfills,
                backfillLast,
                backfillMax,
                backfillSum,
                backfillDepthSum,
                backfilledJobs,
                backfillDepthLast,
                backfillAt,
                rpcs.counters());
    }
}
