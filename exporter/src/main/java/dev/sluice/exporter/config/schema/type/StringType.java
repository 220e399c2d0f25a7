package dev.sluice.exporter.config.schema.type;

import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * A string without control characters.
 *
 * @param description valid texts, as a short phrase
 * @param flaw returns the problem of a string; empty for a valid string
 */
public record StringType(String description, Function<String, String> flaw) implements TextType<String> {

    /** Returns the type of a string with visible characters. */
    public static StringType visible(int maxLength) {
        String description = "text, 1 to " + maxLength + " characters";
        return new StringType(description, text -> {
            int length = text.codePointCount(0, text.length());
            if (text.isBlank() || length > maxLength) {
                return "expected a " + description + ", got "
                        + (text.isBlank() ? "a blank one" : length + " characters");
            }
            return text.codePoints().anyMatch(Character::isISOControl) ? "must not contain control characters" : "";
        });
    }

    /** Returns the type of one word without spaces. The word may be empty if {@code mayBeEmpty} is true. */
    public static StringType word(String description, boolean mayBeEmpty) {
        return matching(
                description,
                mayBeEmpty ? "[^\\s\\p{Cntrl}]*" : "[^\\s\\p{Cntrl}]+",
                description + " without spaces or control characters");
    }

    /** Returns the type of a string that matches a pattern. */
    public static StringType matching(String description, String regex) {
        return matching(description, regex, description);
    }

    private static StringType matching(String description, String regex, String expected) {
        Pattern shape = Pattern.compile(regex);
        return new StringType(
                description,
                text -> shape.matcher(text).matches() ? "" : "expected a " + expected + ", got " + Quotes.quote(text));
    }

    @Override
    public String parse(String text, Place place) throws BadValue {
        String wrong = flaw.apply(text);
        if (!wrong.isEmpty()) {
            throw new BadValue(wrong);
        }
        return text;
    }
}
