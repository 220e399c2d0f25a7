package dev.sluice.exporter.config;

import dev.sluice.common.log.LogLayout;
import dev.sluice.exporter.config.schema.ConfigSection;
import dev.sluice.exporter.config.schema.Key;

/** Log level and format. */
@ConfigSection("Log level and format.")
public record LogConfig(
        @Key(meaning = "Lowest level to log.", byDefault = "info")
        LogLevel level,

        @Key(meaning = "`text` for people, `json` for collectors.", byDefault = "text")
        LogLayout.Format format) {

    /** Log levels, in decreasing order of importance. */
    public enum LogLevel {
        /** An administrator must act. */
        ERROR,
        /** Degraded operation. */
        WARN,
        /** Start, stop and changes of state. */
        INFO,
        /** Every single poll. */
        DEBUG;

        public org.slf4j.event.Level slf4j() {
            return org.slf4j.event.Level.valueOf(name());
        }
    }
}
