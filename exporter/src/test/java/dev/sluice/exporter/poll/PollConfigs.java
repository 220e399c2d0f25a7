package dev.sluice.exporter.poll;

import dev.sluice.exporter.config.schema.SectionType;
import java.time.Duration;
import java.util.Optional;

/** Settings of polls that differ from the defaults. */
public final class PollConfigs {

    static final PollConfig DEFAULTS = SectionType.of(PollConfig.class).defaults();

    private PollConfigs() {}

    static PollConfig of(Duration interval, Optional<Duration> maxAge) {
        return new PollConfig(
                interval,
                DEFAULTS.dutyCycle(),
                DEFAULTS.maxInterval(),
                maxAge,
                DEFAULTS.timeout(),
                DEFAULTS.jobsTimeout(),
                DEFAULTS.slowInterval(),
                DEFAULTS.accountingInterval(),
                DEFAULTS.budget());
    }

    /** Polls every source at one interval. */
    static PollConfig ofAll(Duration interval) {
        return new PollConfig(
                interval,
                DEFAULTS.dutyCycle(),
                Duration.ofHours(1),
                Optional.empty(),
                DEFAULTS.timeout(),
                DEFAULTS.jobsTimeout(),
                interval,
                interval,
                DEFAULTS.budget());
    }

    public static PollConfig withBudget(Optional<Long> memory, double cpu) {
        return new PollConfig(
                DEFAULTS.interval(),
                DEFAULTS.dutyCycle(),
                DEFAULTS.maxInterval(),
                DEFAULTS.maxAge(),
                DEFAULTS.timeout(),
                DEFAULTS.jobsTimeout(),
                DEFAULTS.slowInterval(),
                DEFAULTS.accountingInterval(),
                new PollConfig.Budget(memory, cpu));
    }
}
