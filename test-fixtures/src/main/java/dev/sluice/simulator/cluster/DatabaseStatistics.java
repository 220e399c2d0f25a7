package dev.sluice.simulator.cluster;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The statistics of slurmdbd: requests by type and by user, and roll-ups. Durations are in microseconds. */
public final class DatabaseStatistics {
    private static final long HOUR = 3600;

    /** Interval of monitoring requests for limits and statistics, in seconds. */
    private static final long MONITORING_INTERVAL = 120;

    /** The periods of slurmdbd's roll-ups. */
    public enum Period {
        HOURLY,
        DAILY,
        MONTHLY
    }

    /** Requests of one type or one user. */
    public record Rpcs(long count, long totalTime) {
        static final Rpcs NONE = new Rpcs(0, 0);

        Rpcs plus(long requests, long time) {
            return new Rpcs(count + requests, totalTime + requests * time);
        }

        public long average() {
            return count == 0 ? 0 : totalTime / count;
        }
    }

    /** The roll-ups of one period. The time of the last roll-up is in epoch seconds; 0 if there was no roll-up. */
    public record Rollups(long count, long lastRun, long last, long max, long total) {
        private static final Rollups NONE = new Rollups(0, 0, 0, 0, 0);

        private Rollups plus(long at, long time) {
            return new Rollups(count + 1, at, time, Math.max(max, time), total + time);
        }
    }

    /** The counters at one instant. */
    public record Counters(
            long since, Map<Period, Rollups> rollups, SortedMap<String, Rpcs> byType, SortedMap<String, Rpcs> byUser) {}

    private final long since;
    private final Map<Period, Rollups> rollups = new EnumMap<>(Period.class);
    private final SortedMap<String, Rpcs> byType = new TreeMap<>();
    private final SortedMap<String, Rpcs> byUser = new TreeMap<>();
    private long recordsSinceRollup;

    /** Starts with slurmctld and rolls up immediately, like the real slurmdbd. */
    DatabaseStatistics(long now) {
        since = now;
        for (Period period : Period.values()) {
            rollups.put(period, Rollups.NONE);
        }
        rollUp(Period.HOURLY, now);
        count("DBD_REGISTER_CTLD", "slurm", 3400);
        count("DBD_CLUSTER_TRES", "slurm", 4700);
        readLimits("slurm");
    }

    void jobStarted() {
        recordsSinceRollup++;
        count("DBD_JOB_START", "slurm", 5300);
        count("DBD_STEP_START", "slurm", 2250);
    }

    void jobEnded() {
        count("DBD_STEP_COMPLETE", "slurm", 7400);
        count("DBD_JOB_COMPLETE", "slurm", 3800);
    }

    void nodeChanged() {
        count("DBD_NODE_STATE", "slurm", 3100);
    }

    void reservationMade() {
        count("DBD_ADD_RESV", "slurm", 500);
    }

    /** Counts the periodic requests and roll-ups that are due. */
    void step(long before, long now) {
        if (Math.floorDiv(before, MONITORING_INTERVAL) != Math.floorDiv(now, MONITORING_INTERVAL)) {
            readLimits("sluice");
            count("DBD_GET_STATS", "sluice", 24);
        }
        if (Math.floorDiv(before, HOUR) == Math.floorDiv(now, HOUR)) {
            return;
        }
        // A user or a script reads the accounting of the last hour.
        count("DBD_GET_JOBS_COND", "root", 48_000 + 90 * recordsSinceRollup);
        rollUp(Period.HOURLY, now);
        if (Math.floorDiv(before, 24 * HOUR) != Math.floorDiv(now, 24 * HOUR)) {
            rollUp(Period.DAILY, now);
        }
        if (month(before) != month(now)) {
            rollUp(Period.MONTHLY, now);
        }
        recordsSinceRollup = 0;
    }

    private void rollUp(Period period, long now) {
        long time = switch (period) {
            case HOURLY -> 38_000 + 1_300 * recordsSinceRollup;
            case DAILY -> 61_000 + 9_000 * done(Period.HOURLY).count();
            case MONTHLY -> 85_000 + 30_000 * done(Period.DAILY).count();
        };
        rollups.put(period, done(period).plus(now, time));
    }

    private Rollups done(Period period) {
        return rollups.getOrDefault(period, Rollups.NONE);
    }

    private static int month(long at) {
        return Instant.ofEpochSecond(at).atZone(ZoneOffset.UTC).getMonthValue();
    }

    private void readLimits(String user) {
        count("DBD_GET_QOS", user, 1270);
        count("DBD_GET_ASSOCS", user, 24_000);
        count("DBD_GET_TRES", user, 340);
    }

    private void count(String type, String user, long time) {
        byType.put(type, byType.getOrDefault(type, Rpcs.NONE).plus(1, time));
        byUser.put(user, byUser.getOrDefault(user, Rpcs.NONE).plus(1, time));
    }

    Counters counters() {
        return new Counters(since, new EnumMap<>(rollups), new TreeMap<>(byType), new TreeMap<>(byUser));
    }
}
