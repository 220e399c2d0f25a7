package dev.sluice.exporter.alerts;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations in the format of Prometheus and config.yaml: one number and one unit, such as {@code 90s} or {@code 2d}.
 */
final class Times {

    private static final Pattern SHAPE = Pattern.compile("(\\d{1,7})([smhdw])");
    private static final String UNITS = "smhdw";
    private static final long[] SECONDS = {1, 60, 3600, 86_400, 604_800};

    private Times() {}

    /** Returns the duration in seconds; empty for an invalid text. */
    static Optional<Long> seconds(String text) {
        Matcher matcher = SHAPE.matcher(text);
        return matcher.matches()
                ? Optional.of(Long.parseLong(matcher.group(1)) * SECONDS[UNITS.indexOf(matcher.group(2))])
                : Optional.empty();
    }

    /** Returns the duration in the largest unit that gives a whole number. */
    static String text(long seconds) {
        int unit = SECONDS.length - 1;
        while (seconds % SECONDS[unit] != 0) {
            unit--;
        }
        return seconds / SECONDS[unit] + UNITS.substring(unit, unit + 1);
    }
}
