package dev.sluice.simulator.rest;

import dev.sluice.lab.scheduling.ControllerListener;
import dev.sluice.lab.scheduling.JobState;
import dev.sluice.lab.scheduling.SimulatedJob;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The statistics of sdiag, by slurmrestd's names: jobs since midnight, the work of both schedulers, and the requests
 * that slurmctld has processed, by type and by user, with the RPC queue. Counts the requests of users when they occur,
 * and monitoring requests at fixed times. Durations are in microseconds, times are epoch seconds.
 */
public final class Statistics implements ControllerListener {
    private static final long DAY = 86_400;
    /** The values that slurmctld's reset at midnight keeps. */
    private static final Set<String> KEPT = Set.of("schedule_cycle_last", "bf_when_last_cycle", "bf_backfilled_jobs");

    /** Maximum requests of one type that the queue processes per tick. */
    private static final int CAPACITY = 60;
    /** Maximum number of waiting requests. Further requests are dropped, and their clients retry. */
    private static final int MAX_QUEUED = 240;

    private static final long MONITORING_INTERVAL = 15;

    /** Message types with their numbers in Slurm 26.05 and their usual duration. */
    public enum Type {
        MESSAGE_NODE_REGISTRATION_STATUS(1002, 190),
        REQUEST_PING(1008, 65),
        REQUEST_LICENSE_INFO(1021, 35),
        REQUEST_JOB_INFO(2003, 500),
        REQUEST_NODE_INFO(2007, 140),
        REQUEST_PARTITION_INFO(2009, 30),
        REQUEST_JOB_INFO_SINGLE(2021, 180),
        REQUEST_SHARE_INFO(2022, 900),
        REQUEST_RESERVATION_INFO(2024, 110),
        REQUEST_STATS_INFO(2035, 110),
        REQUEST_FED_INFO(2049, 60),
        REQUEST_SUBMIT_BATCH_JOB(4003, 900),
        REQUEST_STEP_COMPLETE(5016, 210),
        REQUEST_COMPLETE_BATCH_SCRIPT(5018, 480),
        REQUEST_KILL_JOB(5032, 350),
        MESSAGE_EPILOG_COMPLETE(6012, 160);

        private final int id;
        private final long time;

        Type(int id, long time) {
            this.id = id;
            this.time = time;
        }

        public int id() {
            return id;
        }
    }

    private final Map<String, Long> values = new HashMap<>();
    private final Map<Type, Map<String, Long>> byType = new EnumMap<>(Type.class);
    private final SortedMap<String, Map<String, Long>> byUser = new TreeMap<>();
    private final long startedAt;
    private long since;

    public Statistics(long now) {
        since = now;
        startedAt = now;
    }

    /** Counts the monitoring requests that are due, and resets the counters at midnight (UTC), except the requests. */
    public void step(long before, long now) {
        if (Math.floorDiv(before, MONITORING_INTERVAL) != Math.floorDiv(now, MONITORING_INTERVAL)) {
            count(
                    "sluice",
                    Type.REQUEST_PING,
                    Type.REQUEST_JOB_INFO,
                    Type.REQUEST_NODE_INFO,
                    Type.REQUEST_PARTITION_INFO,
                    Type.REQUEST_STATS_INFO,
                    Type.REQUEST_LICENSE_INFO,
                    Type.REQUEST_RESERVATION_INFO,
                    Type.REQUEST_SHARE_INFO);
        }
        if (Math.floorDiv(now, DAY) != Math.floorDiv(since, DAY)) {
            since = now;
            values.keySet().retainAll(KEPT);
        }
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

    /** Returns the counters of the requests of each type, by slurmrestd's names. */
    public Map<Type, Map<String, Long>> byType() {
        return byType;
    }

    /** Returns the counters of the requests of each user, by slurmrestd's names. */
    public SortedMap<String, Map<String, Long>> byUser() {
        return byUser;
    }

    /** Returns the number of waiting requests. */
    public long queued() {
        return of(Type.REQUEST_JOB_INFO_SINGLE).getOrDefault("queued", 0L);
    }

    @Override
    public void submitted(SimulatedJob job) {
        add("jobs_submitted", 1);
        count(job.request().user(), Type.REQUEST_SUBMIT_BATCH_JOB);
    }

    @Override
    public void started(SimulatedJob job) {
        add("jobs_started", 1);
    }

    @Override
    public void nodeChanged() {
        count("root", Type.MESSAGE_NODE_REGISTRATION_STATUS);
    }

    /** slurmd reports the end of a job as user root; a user who cancels a running job sends a request, too. */
    @Override
    public void ended(SimulatedJob job) {
        if (job.started()) {
            if (job.state() == JobState.CANCELLED) {
                count(job.request().user(), Type.REQUEST_KILL_JOB);
            }
            count("root", Type.REQUEST_STEP_COMPLETE, Type.REQUEST_STEP_COMPLETE, Type.REQUEST_COMPLETE_BATCH_SCRIPT);
            count("root", Type.MESSAGE_EPILOG_COMPLETE, job.allocations().size());
        }
        switch (job.state()) {
            case COMPLETED -> add("jobs_completed", 1);
            case CANCELLED -> add("jobs_canceled", 1);
            case FAILED, TIMEOUT, NODE_FAIL, OUT_OF_MEMORY -> add("jobs_failed", 1);
            case PENDING, RUNNING -> throw new IllegalArgumentException("not an end: " + job.state());
        }
    }

    /** Counts the requests of one squeue command for all jobs of the user. */
    public void looksAtQueue(String user) {
        count(user, Type.REQUEST_FED_INFO, Type.REQUEST_PARTITION_INFO, Type.REQUEST_JOB_INFO);
    }

    /** Counts the requests of one sinfo command. */
    public void looksAtNodes(String user) {
        count(user, Type.REQUEST_PARTITION_INFO, Type.REQUEST_NODE_INFO, Type.REQUEST_RESERVATION_INFO);
    }

    /**
     * Adds squeue requests for single jobs in one tick: some requests are processed, some wait, and the other requests
     * are dropped.
     */
    public void asksForJobs(String user, int times) {
        long wanted = queued() + times;
        long done = Math.min(CAPACITY, wanted);
        long left = Math.min(MAX_QUEUED, wanted - done);
        count(user, Type.REQUEST_JOB_INFO_SINGLE, done);
        Map<String, Long> counters = of(Type.REQUEST_JOB_INFO_SINGLE);
        counters.put("queued", left);
        counters.merge("dropped", wanted - done - left, Long::sum);
        counters.put("cycle_last", done);
        counters.merge("cycle_max", done, Math::max);
    }

    /** Counts jobs that started before other jobs with a higher priority. */
    public void backfilled(int jobs) {
        add("bf_backfilled_jobs", jobs);
        add("bf_last_backfilled_jobs", jobs);
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

    private void add(String name, long number) {
        values.merge(name, number, Long::sum);
    }

    private Map<String, Long> of(Type type) {
        return byType.computeIfAbsent(
                type, unused -> new HashMap<>(Map.of("queued", 0L, "dropped", 0L, "cycle_last", 0L, "cycle_max", 0L)));
    }

    private void count(String user, Type... requests) {
        List.of(requests).forEach(type -> count(user, type, 1));
    }

    private void count(String user, Type type, long requests) {
        for (Map<String, Long> counters : List.of(of(type), byUser.computeIfAbsent(user, unused -> new HashMap<>()))) {
            long count = counters.merge("count", requests, Long::sum);
            long time = counters.merge("total_time", requests * type.time, Long::sum);
            counters.put("average_time", count == 0 ? 0 : time / count);
        }
    }
}
