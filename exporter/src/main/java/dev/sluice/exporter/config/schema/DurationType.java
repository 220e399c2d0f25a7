package dev.sluice.exporter.config.schema;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A duration such as {@code 15s}, {@code 500ms}, {@code 2m} or {@code 1h30m}, exact to the millisecond.
 *
 * @param range range, such as {@code 1s to 5m}; both ends are included
 */
public record DurationType(String range) implements TextType<Duration> {

    private static final Pattern SHAPE =
            Pattern.compile("(?:(\\d{1,9})h)?(?:(\\d{1,9})m)?(?:(\\d{1,9})s)?(?:(\\d{1,9})ms)?");
    private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9][0-9._]*");

    @Override
    public String description() {
        return "duration, " + range;
    }

    @Override
    public Duration parse(String text, Location location) throws BadValue {
        Duration duration = parse(text);
        String[] limits = range.split(" to ", -1);
        if (duration.compareTo(parse(limits[0])) < 0 || duration.compareTo(parse(limits[1])) > 0) {
            throw new BadValue("expected a " + description() + ", got " + shortest(duration));
        }
        return duration;
    }

    static Duration parse(String text) throws BadValue {
        if (NUMBER.matcher(text).matches() && text.length() <= 20) {
            throw new BadValue("a duration needs a unit (ms, s, m or h); did you mean \"" + text + "s\"?");
        }
        Matcher matcher = SHAPE.matcher(text);
        if (text.isEmpty() || !matcher.matches()) {
            throw new BadValue("expected a duration such as 500ms, 15s, 2m or 1h30m, got " + Quotes.quote(text));
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

    @Override
    public String text(Duration duration) {
        return shortest(duration);
    }

    /** Returns the shortest text of a duration. */
    public static String shortest(Duration duration) {
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
