package dev.sluice.exporter.config.schema;

import dev.sluice.exporter.config.schema.TextType.BadValue;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * A string without control characters.
 *
 * @param description valid texts, as a short phrase
 * @param flaw returns the problem of a string; empty for a valid string
 */
record StringType(String description, Function<String, String> flaw) implements TextType<String> {

    /** Returns the type of strings that a key's annotation declares. */
    static StringType of(Key key) {
        if (key.maxLength() > 0) {
            return visible(key.maxLength());
        } else if (!key.pattern().isEmpty()) {
            return matching(key, key.expected(), key.pattern(), key.expected());
        }
        boolean mayBeEmpty = List.of(key.byDefault()).equals(List.of(""));
        return matching(
                key,
                key.word(),
                mayBeEmpty ? "[^\\s\\p{Cntrl}]*" : "[^\\s\\p{Cntrl}]+",
                key.word() + " without spaces or control characters");
    }

    private static StringType visible(int maxLength) {
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

    private static StringType matching(Key key, String description, String regex, String expected) {
        Pattern shape = Pattern.compile(regex);
        return new StringType(
                description,
                text -> shape.matcher(text).matches()
                        ? ""
                        : "expected a " + expected
                                + (key.nameOfSecret() ? ", not its value" : ", got " + Quotes.quote(text)));
    }

    @Override
    public String parse(String text, Location location) throws BadValue {
        String wrong = flaw.apply(text);
        if (!wrong.isEmpty()) {
            throw new BadValue(wrong);
        }
        return text;
    }
}
