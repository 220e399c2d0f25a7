package dev.sluice.exporter.config.schema.type;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations such as {@code 15s}, {@code 500ms}, {@code 2m} or {@code 1h30m}, exact to the millisecond. */
public final class Durations {

    private static final Pattern SHAPE =
            Pattern.compile("(?:(\\d{1,9})h)?(?:(\\d{1,9})m)?(?:(\\d{1,9})s)?(?:(\\d{1,9})ms)?");
    private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9][0-9._]*");
    private static final String EXAMPLES = "a duration such as 500ms, 15s, 2m or 1h30m";

    private Durations() {}

    static Duration parse(String text) throws BadValue {
        if (NUMBER.matcher(text).matches() && text.length() <= 20) {
            throw new BadValue("a duration needs a unit (ms, s, m or h); did you mean \"" + text + "s\"?");
        }
        Matcher matcher = SHAPE.matcher(text);
        if (text.isEmpty() || !matcher.matches()) {
            throw new BadValue("expected " + EXAMPLES + ", got " + Quotes.quote(text));
        }
        return Duration.ofHours(number(matcher, 1))
                .plusMinutes(number(matcher, 2))
                .plusSeconds(number(matcher, 3))
                .plusMillis(number(matcher, 4));
    }

    private static long number(Matcher matcher, int group) {
        String digits = matcher.group(group);
        return digits == null ? 0 : Long.parseLong(digits);
    }

    /** Returns the shortest text of a duration. */
    public static String text(Duration duration) {
        String text = part(duration.toHours(), "h")
                + part(duration.toMinutesPart(), "m")
                + part(duration.toSecondsPart(), "s")
                + part(duration.toMillisPart(), "ms");
        return text.isEmpty() ? "0s" : text;
    }

    private static String part(long count, String unit) {
        return count == 0 ? "" : count + unit;
    }
}
