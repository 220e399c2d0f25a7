package dev.sluice.exporter.poll;

import static dev.sluice.exporter.config.Loaded.changed;

import dev.sluice.exporter.config.schema.SectionType;
import java.time.Duration;
import java.util.Optional;

/** Settings of polls that differ from the defaults. */
public final class PollConfigs {

    static final PollConfig DEFAULTS = SectionType.of(PollConfig.class).defaults();

    private PollConfigs() {}

    static PollConfig of(Duration interval, Optional<Duration> maxAge) {
        return changed(changed(DEFAULTS, "interval", interval), "maxAge", maxAge);
    }

    /** Polls every source at one interval. */
    static PollConfig ofAll(Duration interval) {
        PollConfig config = changed(of(interval, Optional.empty()), "maxInterval", Duration.ofHours(1));
        return changed(changed(config, "slowInterval", interval), "accountingInterval", interval);
    }

    public static PollConfig withBudget(Optional<Long> memory, double cpu) {
        return changed(DEFAULTS, "budget", new PollConfig.Budget(memory, cpu));
    }
}
