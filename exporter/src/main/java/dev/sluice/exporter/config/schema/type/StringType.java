package dev.sluice.exporter.config.schema.type;

import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * A text for people or for systems. Control characters are refused: they have no honest use in any of them.
 *
 * @param description what may stand there, as a short phrase for people
 * @param flaw what is wrong with a text; empty where nothing is
 */
public record StringType(String description, Function<String, String> flaw) implements TextType<String> {

    private static final Pattern WORD = Pattern.compile("[^\\s\\p{Cntrl}]+");

    /** A text with something to see in it. */
    public static StringType visible(int maxLength) {
        String description = "text, 1 to " + maxLength + " characters";
        return new StringType(description, text -> {
            int length = text.codePointCount(0, text.length());
            if (text.isBlank() || length > maxLength) {
                return "expected a " + description + ", got " + (text.isBlank() ? "a blank one" : length + " of them");
            }
            return text.codePoints().anyMatch(Character::isISOControl) ? "must not hold control characters" : "";
        });
    }

    /** One word without blanks, or nothing where it may be empty. */
    public static StringType word(String description, boolean mayBeEmpty) {
        return new StringType(
                description,
                text -> WORD.matcher(text).matches() || (mayBeEmpty && text.isEmpty())
                        ? ""
                        : "expected a " + description + " without blanks or control characters, got "
                                + Quotes.quote(text));
    }

    /** A text of a shape that the description names. */
    public static StringType matching(String description, String regex) {
        Pattern shape = Pattern.compile(regex);
        return new StringType(
                description,
                text -> shape.matcher(text).matches()
                        ? ""
                        : "expected a " + description + ", got " + Quotes.quote(text));
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
