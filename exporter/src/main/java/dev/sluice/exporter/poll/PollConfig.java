package dev.sluice.exporter.poll;

import dev.sluice.exporter.config.schema.ConfigSection;
import dev.sluice.exporter.config.schema.DurationType;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.SectionValues;
import dev.sluice.exporter.model.SlurmSource;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Poll intervals, timeouts and maximum ages. In every valid configuration, no interval exceeds half of the age at which
 * values are withdrawn.
 */
@ConfigSection("Poll intervals and timeouts for Slurm.")
public record PollConfig(
        @Key(meaning = "Time between the starts of two polls.", byDefault = "15s", range = "1s to 5m")
        Duration interval,

        @Key(
                meaning = "Maximum share of time that slurmrestd spends on one list: with 0.1 and a median of 3 s, "
                        + "the interval is 30 s.",
                byDefault = "0.1")
        double dutyCycle,

        @Key(
                meaning = "Maximum time between two polls of jobs or nodes. At least `interval`; at most half of "
                        + "`maxAge` and of `scaling.maxAge`, if used.",
                byDefault = "5m",
                range = "1s to 5m")
        Duration maxInterval,

        @Key(
                meaning = "Age at which values are withdrawn. At least `interval`.",
                absent = "`90s` or three effective intervals, whichever is longer, at most `10m`",
                example = "5m",
                range = "1s to 10m")
        Optional<Duration> maxAge,

        @Key(meaning = "Timeout of all requests except for jobs.", byDefault = "30s", range = "1s to 1h")
        Duration timeout,

        @Key(
                meaning = "Timeout of the request for jobs, or twice the predicted time of the list, up to 10 "
                        + "minutes.",
                byDefault = "3m",
                range = "11s to 1h")
        Duration jobsTimeout,

        @Key(
                meaning = "Poll interval for licenses, reservations and slurmctld's configuration.",
                byDefault = "1m",
                range = "1s to 5m")
        Duration slowInterval,

        @Key(
                meaning = "Poll interval for fair-share, QOS, associations and slurmdbd's statistics.",
                byDefault = "2m",
                range = "1s to 5m")
        Duration accountingInterval,

        @Key(meaning = "Maximum cost of one list of jobs in slurmrestd.", shownWhereChanged = true)
        Budget budget) {

    @ConfigSection.Check
    static void intervals(SectionValues in) {
        Duration interval = in.value("interval", Duration.class);
        if (in.find("maxAge", Duration.class)
                .filter(age -> age.compareTo(interval) < 0)
                .isPresent()) {
            in.problem(
                    "maxAge",
                    "shorter than the interval, so values would expire between polls; expected at least "
                            + DurationType.shortest(interval));
        }
        if (in.value("maxInterval", Duration.class).compareTo(interval) < 0) {
            in.problem(
                    "maxInterval", "shorter than the interval; expected at least " + DurationType.shortest(interval));
        }
    }

    /**
     * Returns settings that keep the data younger than the given age: slow lists are polled at least twice within the
     * given age.
     */
    public PollConfig within(Duration age) {
        Duration longest = PollPolicy.shorter(age.dividedBy(2), maxInterval);
        return new PollConfig(
                interval, dutyCycle, longest, maxAge, timeout, jobsTimeout, slowInterval, accountingInterval, budget);
    }

    /** Returns the policy of one source. Longer intervals never let the data exceed the configured maximum age. */
    PollPolicy policy(SlurmSource source) {
        Duration longest = maxAge.map(this::within).orElse(this).maxInterval();
        Duration own = switch (source.pace()) {
            case INTERVAL -> interval;
            case SLOW -> PollPolicy.longer(interval, slowInterval);
            case ACCOUNTING -> PollPolicy.longer(interval, accountingInterval);
        };
        boolean large = source.lane() == SlurmSource.Lane.QUEUE;
        return new PollPolicy(large, interval, own, dutyCycle, PollPolicy.longer(own, longest), maxAge);
    }

    /** The maximum cost of one job list in slurmrestd. */
    @ConfigSection("While the predicted cost is higher, the exporter does not request the list. The failure kind is "
            + "`over_budget`.")
    public record Budget(
            @Key(
                    meaning = "Maximum memory of slurmrestd for a list, about 150 kB per job record.",
                    absent = "no limit",
                    example = "4Gi")
            Optional<Long> memory,

            @Key(
                    meaning = "Maximum share of one core, at one list every `maxInterval`: 0.5 allows 150 s every 5 "
                            + "minutes.",
                    byDefault = "1")
            double cpu) {}

    /**
     * How often one source is polled, and how long the data of the source is valid.
     *
     * @param large whether the list grows with the cluster or the queue; the duty cycle applies only to large lists
     * @param interval configured time between two polls, at least one cycle
     * @param dutyCycle maximum share of the time that a large list may keep slurmrestd busy
     * @param maxInterval maximum time between two successful polls of a large list
     * @param configuredMaxAge configured maximum age of the data; empty for the default
     */
    record PollPolicy(
            boolean large,
            Duration cycle,
            Duration interval,
            double dutyCycle,
            Duration maxInterval,
            Optional<Duration> configuredMaxAge) {

        /** Number of good responses that determine the usual response time. */
        static final int MAX_ANSWERS = 5;

        static final Duration MAX_RETRY = Duration.ofMinutes(1);

        /** Data older than this is never shown. */
        static final Duration MAX_AGE_LIMIT = Duration.ofMinutes(10);

        private static final Duration MIN_MAX_AGE = Duration.ofSeconds(90);
        private static final int INTERVALS_KEPT = 3;

        /** Maximum share of the time that commands such as squeue may run. They do not use slurmrestd. */
        private static final double COMMAND_SHARE = 0.5;

        /**
         * Returns the effective interval after good responses.
         *
         * @param durations durations of the last good polls, at most {@link #MAX_ANSWERS}
         */
        Duration intervalAfter(List<Duration> durations) {
            if (!large) {
                return interval;
            }
            return shorter(maxInterval, longer(interval, stretched(durations)));
        }

        /**
         * Returns the minimum time from the start of a successful poll to the start of the next poll. At the configured
         * interval, only the cycle determines this time. A poll that began late in one cycle must not miss the next cycle.
         */
        Duration restAfter(List<Duration> durations) {
            if (!large) {
                return withGrace(interval);
            }
            Duration stretched = stretched(durations);
            return stretched.compareTo(maxInterval) >= 0 ? withGrace(maxInterval) : stretched;
        }

        /** Returns the duration of slurmrestd's response that would lead to the interval of a command. */
        Duration ofCommand(Duration took) {
            return Duration.ofNanos((long) (took.toNanos() * Math.min(1, dutyCycle / COMMAND_SHARE)));
        }

        /** The cast limits the result to the range of a long. Therefore, even a tiny duty cycle gives a valid duration. */
        private Duration stretched(List<Duration> durations) {
            return Duration.ofNanos((long) (usual(durations).toNanos() / dutyCycle));
        }

        /**
         * Returns the median; for an even number of durations, the lower of the two middle durations. The median excludes a
         * single slow response, such as the first response in a JVM that has just started.
         */
        private static Duration usual(List<Duration> durations) {
            if (durations.size() < 2) {
                return Duration.ZERO;
            }
            return durations.stream().sorted().toList().get((durations.size() - 1) / 2);
        }

        /**
         * Returns the time until the next retry: one cycle after the first failure, then doubled each time.
         *
         * @param failures consecutive failures, at least 1
         */
        Duration retryAfter(int failures) {
            int doublings = Math.min(failures - 1, 20);
            Duration backOff = shorter(cycle.multipliedBy(1L << doublings), MAX_RETRY);
            return large ? backOff : shorter(backOff, interval);
        }

        /**
         * Returns the minimum time from the start of a failed poll to the start of the next poll. For a large list, adds
         * the duration of the failed poll, because slurmrestd may still be busy with a response that no client waits for.
         */
        Duration restAfterFailure(int failures, Duration took) {
            Duration rest = withGrace(retryAfter(failures));
            return large ? took.plus(rest) : rest;
        }

        /** Subtracts half a cycle, because polls begin a little later in one cycle than in another. */
        private Duration withGrace(Duration distance) {
            return distance.compareTo(cycle) > 0 ? distance.minus(cycle.dividedBy(2)) : Duration.ZERO;
        }

        /**
         * Returns the configured maximum age. Without a configured age, returns three times the effective interval, but at
         * least 90 s. Never returns more than 10 min.
         */
        Duration maxAge(Duration intervalInForce) {
            Duration three = longer(intervalInForce.multipliedBy(INTERVALS_KEPT), MIN_MAX_AGE);
            // A maximum age that was chosen for the jobs must not withdraw the data of slower sources between two
            // polls.
            Duration chosen = configuredMaxAge
                    .map(age -> interval.equals(cycle) ? age : longer(age, interval.multipliedBy(INTERVALS_KEPT)))
                    .orElse(three);
            return shorter(chosen, MAX_AGE_LIMIT);
        }

        static Duration longer(Duration one, Duration other) {
            return Collections.max(List.of(one, other));
        }

        static Duration shorter(Duration one, Duration other) {
            return Collections.min(List.of(one, other));
        }
    }
}
