package dev.sluice.exporter.config;

import dev.sluice.common.log.LogFormat;
import dev.sluice.exporter.config.schema.Choices;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Section;
import dev.sluice.exporter.config.schema.SectionReader;
import java.util.List;
import java.util.Optional;

/** The keys under {@code log}. */
final class LogSection {

    private static final Key<LogConfig, LogConfig.Level> LEVEL = Key.withDefault(
            "level",
            Choices.of(LogConfig.Level.values()),
            LogConfig.DEFAULTS.level(),
            "The least important that is still logged.",
            LogConfig::level);

    private static final Key<LogConfig, LogFormat> FORMAT = Key.withDefault(
            "format",
            Choices.of(LogFormat.values()),
            LogConfig.DEFAULTS.format(),
            "`text` for people, `json` for collectors.",
            LogConfig::format);

    static final Section<LogConfig> SECTION =
            new Section<>("What is logged, and how.", List.of(LEVEL, FORMAT), LogSection::bind);

    private LogSection() {}

    private static Optional<LogConfig> bind(SectionReader in) {
        return Optional.of(new LogConfig(in.value(LEVEL), in.value(FORMAT)));
    }
}
