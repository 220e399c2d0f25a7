package dev.sluice.exporter.config.schema;

import dev.sluice.exporter.config.schema.TextType.BadValue;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An amount of memory such as {@code 512Mi}, {@code 1500Gi} or {@code 2Ti}, in bytes. */
final class SizeType implements TextType<Long> {

    private static final Pattern SHAPE = Pattern.compile("(\\d{1,7})([KMGT])i");
    private static final Pattern MEANT = Pattern.compile("([1-9]\\d{0,6}) ?([kmgtKMGT])[iI]?[bB]?");
    private static final List<String> UNITS = List.of("K", "M", "G", "T");
    private static final int SHIFT = 10;

    @Override
    public String description() {
        return "amount of memory such as 512Mi or 1500Gi";
    }

    @Override
    public Long parse(String text, Location location) throws BadValue {
        Matcher matcher = SHAPE.matcher(text);
        if (!matcher.matches() || Long.parseLong(matcher.group(1)) == 0) {
            Matcher meant = MEANT.matcher(text);
            throw new BadValue("expected an " + description() + ", got " + Quotes.quote(text)
                    + (meant.matches()
                            ? "; did you mean " + meant.group(1)
                                    + meant.group(2).toUpperCase(Locale.ROOT) + "i?"
                            : ""));
        }
        return Long.parseLong(matcher.group(1)) << (SHIFT * (UNITS.indexOf(matcher.group(2)) + 1));
    }

    /** Returns the text of the amount, in the largest unit that gives a whole number. */
    @Override
    public String text(Long bytes) {
        int unit = UNITS.size();
        while (unit > 1 && bytes % (1L << (SHIFT * unit)) != 0) {
            unit--;
        }
        return (bytes >> (SHIFT * unit)) + UNITS.get(unit - 1) + "i";
    }
}
