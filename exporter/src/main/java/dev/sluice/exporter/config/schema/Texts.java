package dev.sluice.exporter.config.schema;

import java.util.function.Function;
import java.util.regex.Pattern;

/** Texts for people and for systems. Control characters are refused: they have no honest use in any of them. */
public final class Texts {

    private static final Pattern NAME_OF_VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,127}");
    private static final Pattern WORD = Pattern.compile("[^\\s\\p{Cntrl}]+");

    private Texts() {}

    /** A text with something to see in it, at most that many characters long. */
    public static TextType<String> visible(int longest) {
        String description = "text, 1 to " + longest + " characters";
        return text(description, text -> {
            int length = text.codePointCount(0, text.length());
            if (text.isBlank() || length > longest) {
                return "expected a " + description + ", got " + (text.isBlank() ? "a blank one" : length + " of them");
            }
            return text.codePoints().anyMatch(Character::isISOControl) ? "must not hold control characters" : "";
        });
    }

    /** One word without blanks. */
    public static TextType<String> word(String description) {
        return text(description, text -> WORD.matcher(text).matches() ? "" : wrong(description, text));
    }

    /** One word without blanks, or nothing. */
    public static TextType<String> wordOrNothing(String description) {
        return text(
                description, text -> text.isEmpty() || WORD.matcher(text).matches() ? "" : wrong(description, text));
    }

    /** A text of a shape that the description names. */
    public static TextType<String> matching(String description, String regex) {
        Pattern shape = Pattern.compile(regex);
        return text(
                description,
                text -> shape.matcher(text).matches()
                        ? ""
                        : "expected a " + description + ", got " + Quotes.quote(text));
    }

    /** The name of an environment variable. What else stands there may be a secret: it is not shown. */
    public static TextType<String> environmentVariable() {
        String description = "name of an environment variable";
        return text(
                description,
                text -> NAME_OF_VARIABLE.matcher(text).matches()
                        ? ""
                        : "expected the name of an environment variable (letters, digits and _), not its value");
    }

    private static String wrong(String description, String text) {
        return "expected a " + description + " without blanks or control characters, got " + Quotes.quote(text);
    }

    /** A text for which the check finds nothing to say. */
    private static TextType<String> text(String description, Function<String, String> check) {
        return new TextType<>(
                description,
                (text, place) -> {
                    String wrong = check.apply(text);
                    if (!wrong.isEmpty()) {
                        throw new BadValue(wrong);
                    }
                    return text;
                },
                Function.identity());
    }
}
