package dev.sluice.exporter.poll;

import dev.sluice.exporter.config.schema.SectionType;
import java.time.Duration;
import java.util.Optional;

/** Settings of polls that differ from the defaults. */
public final class PollConfigs {

    public static final PollConfig DEFAULTS = SectionType.of(PollConfig.class).defaults();

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
                accountingInterval);
    }
}
