package dev.sluice.exporter.poll;

import dev.sluice.exporter.config.schema.SectionType;
import java.time.Duration;
import java.util.Optional;

/** Settings of polls that differ from the defaults. */
public final class PollConfigs {

    static final PollConfig DEFAULTS = SectionType.of(PollConfig.class).defaults();

    private PollConfigs() {}

    static PollConfig of(
            Duration interval,
            Duration slowInterval,
            Duration accountingInterval,
            double dutyCycle,
            Duration maxInterval,
            Optional<Duration> maxAge) {
        return new PollConfig(
                interval,
                dutyCycle,
                maxInterval,
                maxAge,
                DEFAULTS.timeout(),
                DEFAULTS.jobsTimeout(),
                slowInterval,
                accountingInterval,
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
                new BudgetConfig(memory, cpu));
    }
}
