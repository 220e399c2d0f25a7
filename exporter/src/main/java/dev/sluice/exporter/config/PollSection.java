package dev.sluice.exporter.config;

import dev.sluice.exporter.config.schema.Durations;
import dev.sluice.exporter.config.schema.FractionType;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Section;
import dev.sluice.exporter.config.schema.SectionReader;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The keys under {@code poll}. */
final class PollSection {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration HOUR = Duration.ofHours(1);

    /** Half of the age at which values are withdrawn whatever is configured. */
    private static final Duration MAX_INTERVAL_LIMIT = Duration.ofMinutes(5);

    private static final Duration MAX_AGE_LIMIT = Duration.ofMinutes(10);

    /** How long slurmrestd waits for a slurmctld that does not answer, before it answers us. */
    private static final Duration SLURMCTLD_TIMEOUT = Duration.ofSeconds(10);

    private static final Key<PollConfig, Duration> INTERVAL = Key.withDefault(
            "interval",
            Durations.between(SECOND, MAX_INTERVAL_LIMIT),
            PollConfig.DEFAULTS.interval(),
            "From the start of one poll to the start of the next.",
            PollConfig::interval);

    private static final Key<PollConfig, Double> DUTY_CYCLE = Key.withDefault(
            "dutyCycle",
            new FractionType(),
            PollConfig.DEFAULTS.dutyCycle(),
            "The largest share of the time that slurmrestd spends on one list of jobs or nodes: while the median of its "
                    + "last five good answers is 3 s, 0.1 polls it every 30 s. One slow answer does not count.",
            PollConfig::dutyCycle);

    private static final Key<PollConfig, Duration> MAX_INTERVAL = Key.withDefault(
            "maxInterval",
            Durations.between(SECOND, MAX_INTERVAL_LIMIT),
            PollConfig.DEFAULTS.maxInterval(),
            "The longest time between two polls of jobs or nodes, however slowly they answer. At least `interval`; at "
                    + "most half of `maxAge` where that is set, and half of `scaling.maxAge` where NodeSets are scaled.",
            PollConfig::maxInterval);

    private static final Key<PollConfig, Duration> MAX_AGE = Key.optional(
            "maxAge",
            Durations.between(SECOND, MAX_AGE_LIMIT),
            "`90s` or three intervals in force, whichever is longer, but never more than `10m`",
            "5m",
            "How old values may become before they are withdrawn. At least `interval`.",
            PollConfig::maxAge);

    private static final Key<PollConfig, Duration> TIMEOUT = Key.withDefault(
            "timeout",
            Durations.between(SECOND, HOUR),
            PollConfig.DEFAULTS.timeout(),
            "The deadline of every request but the one for jobs.",
            PollConfig::timeout);

    private static final Key<PollConfig, Duration> JOBS_TIMEOUT = Key.withDefault(
            "jobsTimeout",
            Durations.above(SLURMCTLD_TIMEOUT, HOUR),
            PollConfig.DEFAULTS.jobsTimeout(),
            "The deadline of the request for jobs. slurmrestd itself waits 10 s for a slurmctld that does not answer.",
            PollConfig::jobsTimeout);

    private static final Key<PollConfig, Duration> SLOW_INTERVAL = Key.withDefault(
            "slowInterval",
            Durations.between(SECOND, MAX_INTERVAL_LIMIT),
            PollConfig.DEFAULTS.slowInterval(),
            "The same as `interval` for what changes seldom: licences, reservations, slurmctld's configuration.",
            PollConfig::slowInterval);

    private static final Key<PollConfig, Duration> ACCOUNTING_INTERVAL = Key.withDefault(
            "accountingInterval",
            Durations.between(SECOND, MAX_INTERVAL_LIMIT),
            PollConfig.DEFAULTS.accountingInterval(),
            "The same as `interval` for accounting: fair-share, QOS, associations, slurmdbd's statistics.",
            PollConfig::accountingInterval);

    static final Section<PollConfig> SECTION = new Section<>(
            "How often Slurm is asked, and for how long an answer is good.",
            List.of(
                    INTERVAL,
                    DUTY_CYCLE,
                    MAX_INTERVAL,
                    MAX_AGE,
                    TIMEOUT,
                    JOBS_TIMEOUT,
                    SLOW_INTERVAL,
                    ACCOUNTING_INTERVAL),
            PollSection::bind);

    private PollSection() {}

    private static Optional<PollConfig> bind(SectionReader in) {
        PollConfig poll = new PollConfig(
                in.value(INTERVAL),
                in.value(DUTY_CYCLE),
                in.value(MAX_INTERVAL),
                in.find(MAX_AGE),
                in.value(TIMEOUT),
                in.value(JOBS_TIMEOUT),
                in.value(SLOW_INTERVAL),
                in.value(ACCOUNTING_INTERVAL));
        if (poll.maxAge().filter(age -> age.compareTo(poll.interval()) < 0).isPresent()) {
            in.problem(
                    MAX_AGE,
                    "shorter than the interval, so that values would be withdrawn between polls; expected at least "
                            + Durations.text(poll.interval()));
        }
        if (poll.maxInterval().compareTo(poll.interval()) < 0) {
            in.problem(MAX_INTERVAL, "shorter than the interval; expected at least " + Durations.text(poll.interval()));
        }
        return Optional.of(poll);
    }
}
