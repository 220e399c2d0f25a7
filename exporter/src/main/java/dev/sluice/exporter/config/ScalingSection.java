package dev.sluice.exporter.config;

import dev.sluice.exporter.config.schema.Choices;
import dev.sluice.exporter.config.schema.Durations;
import dev.sluice.exporter.config.schema.FlagType;
import dev.sluice.exporter.config.schema.IntegerType;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Section;
import dev.sluice.exporter.config.schema.SectionReader;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The keys under {@code kubernetes.scaling}. */
final class ScalingSection {

    private static final Key<ScalingConfig, Integer> SPARES = Key.withDefault(
            "spares",
            new IntegerType(0, 10_000),
            ScalingConfig.DEFAULTS.spares(),
            "Idle nodes that every NodeSet keeps beyond the need.",
            ScalingConfig::spares);

    private static final Key<ScalingConfig, Duration> LOOKAHEAD = Key.withDefault(
            "lookahead",
            Durations.between(Duration.ZERO, Duration.ofHours(24)),
            ScalingConfig.DEFAULTS.lookahead(),
            "How long before its begin time a job counts: about as long as a node takes to start.",
            ScalingConfig::lookahead);

    private static final Key<ScalingConfig, ScalingConfig.Headroom> HEADROOM = Key.withDefault(
            "headroom",
            Choices.of(ScalingConfig.Headroom.values()),
            ScalingConfig.DEFAULTS.headroom(),
            "A job that would fit below the maximum if others ended: `fit` leaves it out, so that no node waits idle"
                    + " for it; `reserve` counts it, so that small jobs cannot keep it waiting for ever.",
            ScalingConfig::headroom);

    private static final Key<ScalingConfig, Duration> DEBOUNCE = Key.withDefault(
            "debounce",
            Durations.between(Duration.ZERO, Duration.ofHours(1)),
            ScalingConfig.DEFAULTS.debounce(),
            "For how long a job must have been pending to count; `0s` is off.",
            ScalingConfig::debounce);

    private static final Key<ScalingConfig, Boolean> REPLACE_UNUSABLE = Key.withDefault(
            "replaceUnusable",
            new FlagType(),
            ScalingConfig.DEFAULTS.replaceUnusable(),
            "Whether a node that cannot take work is replaced by another while jobs wait.",
            ScalingConfig::replaceUnusable);

    private static final Key<ScalingConfig, Duration> MAX_AGE = Key.withDefault(
            "maxAge",
            Durations.between(Duration.ofSeconds(1), ScalingConfig.DEFAULTS.maxAge()),
            ScalingConfig.DEFAULTS.maxAge(),
            "How old data may be to scale by. Older data withholds the demand, so that HPAs keep their replicas. Longer"
                    + " than `poll.interval`.",
            ScalingConfig::maxAge);

    static final Section<ScalingConfig> SECTION = new Section<>(
            "How the number of nodes that a NodeSet should have is made.",
            List.of(SPARES, LOOKAHEAD, HEADROOM, DEBOUNCE, REPLACE_UNUSABLE, MAX_AGE),
            ScalingSection::bind);

    private ScalingSection() {}

    private static Optional<ScalingConfig> bind(SectionReader in) {
        return Optional.of(new ScalingConfig(
                in.value(SPARES),
                in.value(LOOKAHEAD),
                in.value(HEADROOM),
                in.value(DEBOUNCE),
                in.value(REPLACE_UNUSABLE),
                in.value(MAX_AGE)));
    }
}
