package dev.sluice.exporter.doctor;

import java.util.Locale;

/**
 * The result of one check.
 *
 * @param level whether somebody has to act
 * @param cluster cluster name
 * @param check what was checked, in one or two words
 * @param text what was found, one line for people
 * @param cure what to do, one line for people; empty where nothing is
 */
public record Finding(Level level, String cluster, String check, String text, String cure) {

    /** Whether somebody has to act. */
    public enum Level {
        OK,
        /** Not checked, because nobody said how. */
        SKIPPED,
        /** Some numbers are missing or wrong. */
        WARNING,
        /** The cluster cannot be read. */
        FAILED;

        private final String label = name().toLowerCase(Locale.ROOT);

        String label() {
            return label;
        }
    }
}
