package dev.sluice.simulator.rest;

import dev.sluice.lab.scheduling.JobState;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The requests processed by slurmctld, by type and by user, and its RPC queue. Counts the requests of jobs and nodes
 * when they occur. Counts monitoring requests at fixed times. Durations are in microseconds.
 */
public final class RpcStatistics {
    /** Maximum requests of one type that the queue processes per tick. */
    static final int CAPACITY = 60;

    /** Maximum number of waiting requests. Further requests are dropped, and their clients retry. */
    static final int MAX_QUEUED = 240;

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

    private final Map<Type, Map<String, Long>> byType = new EnumMap<>(Type.class);
    private final SortedMap<String, Map<String, Long>> byUser = new TreeMap<>();

    /** Returns the counters of each type, by slurmrestd's names. */
    public Map<Type, Map<String, Long>> byType() {
        return byType;
    }

    /** Returns the counters of each user, by slurmrestd's names. */
    public SortedMap<String, Map<String, Long>> byUser() {
        return byUser;
    }

    /** Returns the number of waiting requests. */
    public long queued() {
        return of(Type.REQUEST_JOB_INFO_SINGLE).getOrDefault("queued", 0L);
    }

    void submitted(String user) {
        count(Type.REQUEST_SUBMIT_BATCH_JOB, user, 1);
    }

    /**
     * Counts the requests at the end of a job. slurmd reports the end as user root; a user who cancels a job sends an
     * additional request.
     */
    void ended(JobState as, String user, int nodes) {
        if (as == JobState.CANCELLED) {
            count(Type.REQUEST_KILL_JOB, user, 1);
        }
        count(Type.REQUEST_STEP_COMPLETE, "root", 2);
        count(Type.REQUEST_COMPLETE_BATCH_SCRIPT, "root", 1);
        count(Type.MESSAGE_EPILOG_COMPLETE, "root", nodes);
    }

    void nodeChanged() {
        count(Type.MESSAGE_NODE_REGISTRATION_STATUS, "root", 1);
    }

    /** Counts the requests of one squeue command for all jobs of the user. */
    public void looksAtQueue(String user) {
        count(Type.REQUEST_FED_INFO, user, 1);
        count(Type.REQUEST_PARTITION_INFO, user, 1);
        count(Type.REQUEST_JOB_INFO, user, 1);
    }

    /** Counts the requests of one sinfo command. */
    public void looksAtNodes(String user) {
        count(Type.REQUEST_PARTITION_INFO, user, 1);
        count(Type.REQUEST_NODE_INFO, user, 1);
        count(Type.REQUEST_RESERVATION_INFO, user, 1);
    }

    /**
     * Adds squeue requests for single jobs in one tick: some requests are processed, some wait, and the other requests
     * are dropped.
     */
    public void asksForJobs(String user, int times) {
        long wanted = queued() + times;
        long done = Math.min(CAPACITY, wanted);
        long left = Math.min(MAX_QUEUED, wanted - done);
        count(Type.REQUEST_JOB_INFO_SINGLE, user, done);
        Map<String, Long> counters = of(Type.REQUEST_JOB_INFO_SINGLE);
        counters.put("queued", left);
        counters.merge("dropped", wanted - done - left, Long::sum);
        counters.put("cycle_last", done);
        counters.merge("cycle_max", done, Math::max);
    }

    /** Counts the monitoring requests that are due. */
    void step(long before, long now) {
        if (Math.floorDiv(before, MONITORING_INTERVAL) == Math.floorDiv(now, MONITORING_INTERVAL)) {
            return;
        }
        for (Type type : new Type[] {
            Type.REQUEST_PING,
            Type.REQUEST_JOB_INFO,
            Type.REQUEST_NODE_INFO,
            Type.REQUEST_PARTITION_INFO,
            Type.REQUEST_STATS_INFO,
            Type.REQUEST_LICENSE_INFO,
            Type.REQUEST_RESERVATION_INFO,
            Type.REQUEST_SHARE_INFO
        }) {
            count(type, "sluice", 1);
        }
    }

    private Map<String, Long> of(Type type) {
        return byType.computeIfAbsent(type, unused -> counters("queued", "dropped", "cycle_last", "cycle_max"));
    }

    private static Map<String, Long> counters(String... names) {
        Map<String, Long> counters = new HashMap<>();
        Stream.of(names).forEach(name -> counters.put(name, 0L));
        return counters;
    }

    private void count(Type type, String user, long requests) {
        for (Map<String, Long> counters : List.of(of(type), byUser.computeIfAbsent(user, unused -> counters()))) {
            long count = counters.merge("count", requests, Long::sum);
            long time = counters.merge("total_time", requests * type.time, Long::sum);
            counters.put("average_time", count == 0 ? 0 : time / count);
        }
    }
}
