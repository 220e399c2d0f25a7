package dev.sluice.exporter.config;

import dev.sluice.common.log.LogFormat;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Section;
import dev.sluice.exporter.config.schema.SectionType;

/** What is logged, and how. */
@Section("What is logged, and how.")
public record LogConfig(
        @Key(meaning = "The least important that is still logged.", byDefault = "info")
        Level level,

        @Key(meaning = "`text` for people, `json` for collectors.", byDefault = "text")
        LogFormat format) {

    /** What holds unless the file says otherwise. */
    public static final LogConfig DEFAULTS = SectionType.of(LogConfig.class).defaults();

    /** How important a line is, most important first. */
    public enum Level {
        /** Needs a person. */
        ERROR,
        /** Works, but not as well as it should. */
        WARN,
        /** The exporter's own life: start, stop, changes of state. */
        INFO,
        /** Every poll. */
        DEBUG
    }
}
