package dev.sluice.simulator.rest;

import dev.sluice.lab.scheduling.ControllerListener;
import dev.sluice.lab.scheduling.SimulatedJob;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The statistics of sdiag, by slurmrestd's names: jobs since midnight, and the work of both schedulers. Durations are
 * in microseconds, times are epoch seconds.
 */
public final class Statistics implements ControllerListener {
    private static final long DAY = 86_400;
    /** Midnight does not reset the values of the last pass. */
    private static final Set<String> KEPT =
            Set.of("schedule_cycle_last", "bf_cycle_last", "bf_last_depth", "bf_when_last_cycle");

    private final Map<String, Long> values = new HashMap<>();
    private final RpcStatistics rpcs = new RpcStatistics();
    private final long startedAt;
    private long since;

    public Statistics(long now) {
        since = now;
        startedAt = now;
    }

    /** Counts periodic requests, and resets the counters at midnight. The time zone of the simulation is UTC. */
    public void step(long before, long now) {
        rpcs.step(before, now);
        if (Math.floorDiv(now, DAY) != Math.floorDiv(since, DAY)) {
            since = now;
            values.keySet().retainAll(KEPT);
        }
    }

    /** Returns the counts of requests. These counts are not reset at midnight. */
    public RpcStatistics rpcs() {
        return rpcs;
    }

    /** Returns the time at which slurmctld and slurmdbd started. */
    public long startedAt() {
        return startedAt;
    }

    /** Returns the time of the last reset. */
    public long since() {
        return since;
    }

    /** Returns a value by its name in slurmrestd's response; 0 at first. */
    public long get(String name) {
        return values.getOrDefault(name, 0L);
    }

    private void add(String name, long number) {
        values.merge(name, number, Long::sum);
    }

    @Override
    public void submitted(SimulatedJob job) {
        add("jobs_submitted", 1);
        rpcs.submitted(job.request().user());
    }

    @Override
    public void started(SimulatedJob job) {
        add("jobs_started", 1);
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
            case COMPLETED -> add("jobs_completed", 1);
            case CANCELLED -> add("jobs_canceled", 1);
            case FAILED, TIMEOUT, NODE_FAIL, OUT_OF_MEMORY -> add("jobs_failed", 1);
            case PENDING, RUNNING -> throw new IllegalArgumentException("not an end: " + job.state());
        }
    }

    /** Counts jobs that started before other jobs with a higher priority. */
    public void backfilled(int jobs) {
        add("bf_backfilled_jobs", jobs);
    }

    /** Counts a pass of the main scheduler over the given number of pending jobs. */
    public void scheduled(int depth) {
        add("schedule_cycle_total", 1);
        add("schedule_cycle_depth", depth);
        pass("schedule_cycle_", 180 + 14L * depth);
    }

    /** Counts a pass of the backfill scheduler. */
    public void backfilled(int depth, long now) {
        add("bf_cycle_counter", 1);
        add("bf_depth_sum", depth);
        values.put("bf_last_depth", (long) depth);
        values.put("bf_when_last_cycle", now);
        pass("bf_cycle_", 900 + 85L * depth);
    }

    private void pass(String scheduler, long time) {
        values.put(scheduler + "last", time);
        values.merge(scheduler + "max", time, Math::max);
        add(scheduler + "sum", time);
    }
}
