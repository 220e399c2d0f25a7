package dev.sluice.simulator.cluster;

import dev.sluice.lab.scheduling.job.JobState;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

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

    /** The requests of one type, including the requests of the last and of the largest queue cycle. */
    public record Rpcs(long count, long queued, long dropped, long cycleLast, long cycleMax, long totalTime) {
        private static final Rpcs NONE = new Rpcs(0, 0, 0, 0, 0, 0);

        private Rpcs plus(long requests, long time) {
            return new Rpcs(count + requests, queued, dropped, cycleLast, cycleMax, totalTime + requests * time);
        }

        private Rpcs after(long requests, long nowQueued, long nowDropped) {
            return new Rpcs(count, nowQueued, dropped + nowDropped, requests, Math.max(cycleMax, requests), totalTime);
        }

        public long average() {
            return count == 0 ? 0 : totalTime / count;
        }
    }

    /** The requests of one user. */
    public record OfUser(long count, long totalTime) {
        private static final OfUser NONE = new OfUser(0, 0);

        private OfUser plus(long requests, long time) {
            return new OfUser(count + requests, totalTime + requests * time);
        }

        public long average() {
            return count == 0 ? 0 : totalTime / count;
        }
    }

    /** The counters at one instant. */
    public record Counters(Map<Type, Rpcs> byType, SortedMap<String, OfUser> byUser) {
        public long queued() {
            return byType.values().stream().mapToLong(Rpcs::queued).sum();
        }
    }

    private final Map<Type, Rpcs> byType = new EnumMap<>(Type.class);
    private final SortedMap<String, OfUser> byUser = new TreeMap<>();

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
        Rpcs before = of(Type.REQUEST_JOB_INFO_SINGLE);
        long wanted = before.queued() + times;
        long done = Math.min(CAPACITY, wanted);
        long left = Math.min(MAX_QUEUED, wanted - done);
        count(Type.REQUEST_JOB_INFO_SINGLE, user, done);
        byType.put(
                Type.REQUEST_JOB_INFO_SINGLE, of(Type.REQUEST_JOB_INFO_SINGLE).after(done, left, wanted - done - left));
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

    private Rpcs of(Type type) {
        return byType.getOrDefault(type, Rpcs.NONE);
    }

    private void count(Type type, String user, long requests) {
        byType.put(type, of(type).plus(requests, type.time));
        byUser.put(user, byUser.getOrDefault(user, OfUser.NONE).plus(requests, type.time));
    }

    Counters counters() {
        return new Counters(new EnumMap<>(byType), new TreeMap<>(byUser));
    }
}
