package dev.sluice.exporter.config;

/**
 * What is logged, and how.
 *
 * @param level the least important that is still logged
 * @param format how a line looks
 */
public record LogConfig(Level level, Format format) {

    /** What holds unless the file says otherwise. */
    public static final LogConfig DEFAULTS = new LogConfig(Level.INFO, Format.TEXT);

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

    /** How a line looks. */
    public enum Format {
        /** For people. */
        TEXT,
        /** For collectors: one JSON object per line. */
        JSON
    }
}
