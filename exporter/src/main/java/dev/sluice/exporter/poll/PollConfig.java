package dev.sluice.exporter.poll;

import dev.sluice.exporter.config.schema.ConfigSection;
import dev.sluice.exporter.config.schema.DurationType;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.SectionValues;
import dev.sluice.exporter.model.SlurmSource;
import java.time.Duration;
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
}
