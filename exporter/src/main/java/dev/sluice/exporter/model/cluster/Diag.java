package dev.sluice.exporter.model.cluster;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * slurmctld's own statistics, as sdiag shows them.
 *
 * @param numbers numbers of slurmrestd's response by the path of their member, such as {@code schedule_exit.licenses}:
 *     1 for true, durations in microseconds, times in seconds since the epoch
 * @param byType requests by message type
 * @param byUser requests by user
 */
public record Diag(Map<String, Double> numbers, List<RpcCount> byType, List<RpcCount> byUser) {

    /** The number of cycles of the main scheduler. */
    public static final String MAIN_CYCLES = "schedule_cycle_total";

    /** The number of jobs started by backfill. slurmctld does not reset it at midnight, unlike all other counters. */
    public static final String BACKFILLED_JOBS = "bf_backfilled_jobs";

    /** The time of these statistics. */
    public static final String TAKEN_AT = "req_time";

    /** The time of slurmctld's last reset. */
    public static final String SINCE = "req_time_start";

    public Diag {
        numbers = Map.copyOf(numbers);
        byType = List.copyOf(byType);
        byUser = List.copyOf(byUser);
    }

    /**
     * Returns a copy with other user names.
     *
     * @param shown name to show for a user; empty to omit the user
     */
    public Diag withUsers(Function<String, Optional<String>> shown) {
        List<RpcCount> users = byUser.stream()
                .flatMap(count -> shown.apply(count.name()).map(count::named).stream())
                .toList();
        return new Diag(numbers, byType, users);
    }

    public OptionalDouble number(String member) {
        Double value = numbers.get(member);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /** Returns the time of these statistics by slurmctld's clock; empty if unknown. */
    public Optional<Instant> at() {
        return Optional.ofNullable(numbers.get(TAKEN_AT)).map(at -> Instant.ofEpochSecond(at.longValue()));
    }

    /** Returns the time of slurmctld's last reset, in seconds since the epoch. */
    public OptionalLong since() {
        Double value = numbers.get(SINCE);
        return value == null ? OptionalLong.empty() : OptionalLong.of(value.longValue());
    }

    /**
     * The requests of one kind that a daemon has processed since its last reset.
     *
     * @param name message type such as {@code REQUEST_JOB_INFO}, or user name
     * @param micros total duration in microseconds
     * @param queued number of requests waiting now
     */
    public record RpcCount(String name, long count, long micros, long queued, long dropped) {

        /** Returns a copy with another name. */
        public RpcCount named(String newName) {
            return new RpcCount(newName, count, micros, queued, dropped);
        }
    }
}
