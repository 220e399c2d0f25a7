package dev.sluice.exporter.config.schema;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A value that the file contains as a string.
 *
 * @param description valid texts, as a short phrase
 * @param parser converts a text to the value
 * @param writer converts the value to a text
 * @param <T> type of the value
 */
record StringType<T>(String description, Parser<T> parser, Function<T, String> writer) implements TextType<T> {

    private static final Pattern SIZE = Pattern.compile("(?!0+[A-Z])(\\d{1,7})([KMGT])i");
    private static final Pattern MEANT_SIZE = Pattern.compile("([1-9]\\d{0,6}) ?([kmgtKMGT])[iI]?[bB]?");
    private static final List<String> UNITS = List.of("K", "M", "G", "T");
    private static final int SHIFT = 10;

    /** The beginning of every JSON Web Token. */
    private static final String TOKEN = "eyJ";

    @FunctionalInterface
    interface Parser<T> {

        T parse(String text, Location location) throws BadValue;
    }

    /** Returns the type of strings that a key's annotation declares. */
    static StringType<String> of(Key key) {
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

    private static StringType<String> visible(int maxLength) {
        String description = "text, 1 to " + maxLength + " characters";
        return string(description, text -> {
            int length = text.codePointCount(0, text.length());
            if (text.isBlank() || length > maxLength) {
                return "expected a " + description + ", got "
                        + (text.isBlank() ? "a blank one" : length + " characters");
            }
            return text.codePoints().anyMatch(Character::isISOControl) ? "must not contain control characters" : "";
        });
    }

    private static StringType<String> matching(Key key, String description, String regex, String expected) {
        Pattern shape = Pattern.compile(regex);
        return string(
                description,
                text -> shape.matcher(text).matches()
                        ? ""
                        : "expected a " + expected
                                + (key.nameOfSecret() ? ", not its value" : ", got " + Quotes.quote(text)));
    }

    /** @param flaw returns the problem of a string; empty for a valid string */
    private static StringType<String> string(String description, Function<String, String> flaw) {
        return new StringType<>(
                description,
                (text, location) -> {
                    String wrong = flaw.apply(text);
                    if (!wrong.isEmpty()) {
                        throw new BadValue(wrong);
                    }
                    return text;
                },
                Function.identity());
    }

    /**
     * Returns the type of one word of a closed list. The word for an enum constant is the constant's name in lower case.
     *
     * @param expected description of the words for messages; empty for the list
     */
    static <T> StringType<T> choice(List<T> choices, String expected) {
        Function<T, String> writer = choice ->
                choice instanceof Enum<?> constant ? constant.name().toLowerCase(Locale.ROOT) : String.valueOf(choice);
        String description =
                "one of " + String.join(", ", choices.stream().map(writer).toList());
        return new StringType<>(
                description,
                (text, location) -> choices.stream()
                        .filter(choice -> writer.apply(choice).equals(text))
                        .findFirst()
                        .orElseThrow(() -> new BadValue("expected " + (expected.isEmpty() ? description : expected)
                                + ", got " + Quotes.quote(text))),
                writer);
    }

    /** Returns the type of a regular expression, which ignores case. */
    static StringType<Pattern> regex() {
        String description = "regular expression";
        return new StringType<>(
                description,
                (text, location) -> {
                    if (text.isBlank()) {
                        throw new BadValue("expected a " + description);
                    }
                    try {
                        return Pattern.compile(text, Pattern.CASE_INSENSITIVE);
                    } catch (PatternSyntaxException e) {
                        throw new BadValue("expected a " + description + ": " + e.getDescription());
                    }
                },
                Pattern::toString);
    }

    /**
     * Returns the type of the path of a file, relative to the directory of the configuration file. A file that need not
     * be readable at start may be created later and may change at any time.
     */
    static StringType<Path> file(Key key) {
        String usual = key.readable() ? "readable file" : "path of a file";
        return new StringType<>(
                key.expected().isEmpty() ? usual : key.expected(),
                (text, location) -> {
                    Path path = resolved(text, location);
                    if (key.readable() && !location.readable().test(path)) {
                        throw new BadValue("expected a readable file, got " + path + ", which is not readable");
                    }
                    return path;
                },
                Path::toString);
    }

    private static Path resolved(String text, Location location) throws BadValue {
        if (text.isBlank()) {
            throw new BadValue("expected the path of a file, got an empty text");
        }
        if (text.startsWith(TOKEN)) {
            throw new BadValue("expected the path of a file, got a text that looks like a token");
        }
        try {
            return location.directory().resolve(text).normalize();
        } catch (InvalidPathException e) {
            throw new BadValue("expected the path of a file, got " + Quotes.quote(text));
        }
    }

    /** Returns the type of an amount of memory such as {@code 512Mi}, {@code 1500Gi} or {@code 2Ti}, in bytes. */
    static StringType<Long> size() {
        String description = "amount of memory such as 512Mi or 1500Gi";
        return new StringType<>(
                description,
                (text, location) -> {
                    Matcher matcher = SIZE.matcher(text);
                    if (!matcher.matches()) {
                        Matcher meant = MEANT_SIZE.matcher(text);
                        String suggestion = meant.matches()
                                ? "; did you mean " + meant.group(1)
                                        + meant.group(2).toUpperCase(Locale.ROOT) + "i?"
                                : "";
                        throw new BadValue("expected an " + description + ", got " + Quotes.quote(text) + suggestion);
                    }
                    return Long.parseLong(matcher.group(1)) << (SHIFT * (UNITS.indexOf(matcher.group(2)) + 1));
                },
                StringType::size);
    }

    /** Returns the text of the amount, in the largest unit that gives a whole number. */
    private static String size(long bytes) {
        int unit = UNITS.size();
        while (unit > 1 && bytes % (1L << (SHIFT * unit)) != 0) {
            unit--;
        }
        return (bytes >> (SHIFT * unit)) + UNITS.get(unit - 1) + "i";
    }

    @Override
    public T parse(String text, Location location) throws BadValue {
        return parser.parse(text, location);
    }

    @Override
    public String text(T value) {
        return writer.apply(value);
    }
}
