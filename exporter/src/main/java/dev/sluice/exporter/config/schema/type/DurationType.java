package dev.sluice.exporter.config.schema.type;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A duration within a range.
 *
 * @param range range, such as {@code 1s to 5m} (both ends included) or {@code longer than 10s, at most 1h}
 */
public record DurationType(String range) implements TextType<Duration> {

    private static final Pattern RANGE =
            Pattern.compile("(?<above>longer than )?(?<min>\\w+)(?: to |, at most )(?<max>\\w+)");

    @Override
    public String description() {
        return "duration, " + range;
    }

    @Override
    public Duration parse(String text, Place place) throws BadValue {
        Duration duration = Durations.parse(text);
        Matcher limits = RANGE.matcher(range);
        if (!limits.matches()) {
            throw new IllegalStateException("not a range: " + range);
        }
        int toMin = duration.compareTo(Durations.parse(limits.group("min")));
        boolean longEnough = limits.group("above") == null ? toMin >= 0 : toMin > 0;
        if (!longEnough || duration.compareTo(Durations.parse(limits.group("max"))) > 0) {
            throw new BadValue("expected a " + description() + ", got " + text(duration));
        }
        return duration;
    }

    @Override
    public String text(Duration duration) {
        return Durations.text(duration);
    }
}
