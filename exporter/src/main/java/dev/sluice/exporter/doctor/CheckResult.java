package dev.sluice.exporter.doctor;

import dev.sluice.exporter.model.Labeled;

/**
 * The result of one check.
 *
 * @param level whether action is required
 * @param cluster cluster name
 * @param check checked item, in one or two words
 * @param text the result, one line for people
 * @param cure the action to take, one line for people; empty if no action is required
 */
public record CheckResult(Level level, String cluster, String check, String text, String cure) {

    /** Whether action is required. */
    public enum Level implements Labeled {
        OK,
        /** Not checked, because the check was not requested, or because the cluster does not offer the data. */
        SKIPPED,
        /** Some metrics are missing or wrong. */
        WARNING,
        /** The cluster cannot be read. */
        FAILED
    }
}
