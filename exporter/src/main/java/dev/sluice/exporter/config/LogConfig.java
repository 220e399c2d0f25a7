package dev.sluice.exporter.config;

import dev.sluice.common.log.LogFormat;

/**
 * What is logged, and how.
 *
 * @param level the least important that is still logged
 * @param format how a line looks
 */
public record LogConfig(Level level, LogFormat format) {

    /** What holds unless the file says otherwise. */
    public static final LogConfig DEFAULTS = new LogConfig(Level.INFO, LogFormat.TEXT);

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
