package dev.sluice.simulator.cluster;

import dev.sluice.lab.scheduling.controller.ControllerListener;
import dev.sluice.lab.scheduling.job.SimulatedJob;

/** The statistics of sdiag: jobs since midnight, and the work of both schedulers. Durations are in microseconds. */
public final class Statistics implements ControllerListener {
    /**
     * The passes of one scheduler since midnight. Midnight does not reset the duration of the last pass.
     *
     * @param depthSum sum of the pending jobs of each pass
     */
    public record Passes(long count, long last, long max, long sum, long depthSum) {
        private static final Passes NONE = new Passes(0, 0, 0, 0, 0);

        private Passes plus(int depth, long time) {
            return new Passes(count + 1, time, Math.max(max, time), sum + time, depthSum + depth);
        }

        private Passes atMidnight() {
            return new Passes(0, last, 0, 0, 0);
        }

        public long mean() {
            return count == 0 ? 0 : sum / count;
        }

        public long meanDepth() {
            return count == 0 ? 0 : depthSum / count;
        }
    }

    /** The counters at one instant; times are epoch seconds. */
    public record Counters(
            long since,
            long submitted,
            long started,
            long completed,
            long canceled,
            long failed,
            Passes main,
            Passes backfill,
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
    private Passes main = Passes.NONE;
    private Passes backfill = Passes.NONE;
    private long backfilledJobs;
    private long backfillDepthLast;
    private long backfillAt;
    private final RpcStatistics rpcs = new RpcStatistics();
    private final long startedAt;

    public Statistics(long now) {
        since = now;
        startedAt = now;
    }

    /** Counts periodic requests and resets the counters at midnight. */
    public void step(long before, long now) {
        rpcs.step(before, now);
        resetAtMidnight(now);
    }

    /** Returns the counts of requests. These counts are not reset at midnight. */
    public RpcStatistics rpcs() {
        return rpcs;
    }

    /** Returns the time at which slurmctld and slurmdbd started, in epoch seconds. */
    long startedAt() {
        return startedAt;
    }

    @Override
    public void submitted(SimulatedJob job) {
        submitted++;
        rpcs.submitted(job.request().user());
    }

    @Override
    public void started(SimulatedJob job) {
        started++;
    }

    @Override
    public void nodeChanged() {
        rpcs.nodeChanged();
    }

    @Override
    public void ended(SimulatedJob job) {
        if (!job.allocations().isEmpty()) {
            rpcs.ended(job.state(), job.request().user(), job.allocations().size());
        }
        switch (job.state()) {
            case COMPLETED -> completed++;
            case CANCELLED -> canceled++;
            case FAILED, TIMEOUT, NODE_FAIL, PREEMPTED, OUT_OF_MEMORY -> failed++;
            case PENDING, RUNNING -> throw new IllegalArgumentException("not an end: " + job.state());
        }
    }

    /** Counts jobs that started before other jobs with a higher priority. */
    public void backfilled(int jobs) {
        backfilledJobs += jobs;
    }

    /** Counts a pass of the main scheduler over the given number of pending jobs. */
    public void scheduled(int depth) {
        main = main.plus(depth, 180 + 14L * depth);
    }

    /** Counts a pass of the backfill scheduler. */
    public void backfilled(int depth, long now) {
        backfill = backfill.plus(depth, 900 + 85L * depth);
        backfillAt = now;
        backfillDepthLast = depth;
    }

    /** Resets the counters at midnight, as slurmctld does. The time zone of the simulation is UTC. */
    private void resetAtMidnight(long now) {
        if (Math.floorDiv(now, DAY) == Math.floorDiv(since, DAY)) {
            return;
        }
        since = now;
        submitted = started = completed = canceled = failed = backfilledJobs = 0;
        main = main.atMidnight();
        backfill = backfill.atMidnight();
    }

    Counters counters() {
        return new Counters(
                since,
                submitted,
                started,
                completed,
                canceled,
                failed,
                main,
                backfill,
                backfilledJobs,
                backfillDepthLast,
                backfillAt,
                rpcs.counters());
    }
}
