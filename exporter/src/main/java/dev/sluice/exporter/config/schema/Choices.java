package dev.sluice.exporter.config.schema;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Values from a closed list of words. */
public final class Choices {

    private Choices() {}

    /** The constants of an enum, by their names in lower case. */
    public static <E extends Enum<E>> TextType<E> of(E[] constants) {
        return of(List.of(constants), constant -> constant.name().toLowerCase(Locale.ROOT));
    }

    /** The words themselves. */
    public static TextType<String> of(List<String> words) {
        return of(words, Function.identity());
    }

    private static <T> TextType<T> of(List<T> choices, Function<T, String> word) {
        List<String> words = choices.stream().map(word).collect(Collectors.toList());
        String description = "one of " + String.join(", ", words);
        return new TextType<>(
                description,
                (text, place) -> {
                    int index = words.indexOf(text);
                    if (index < 0) {
                        throw new BadValue("expected " + description + ", got " + Quotes.quote(text));
                    }
                    return choices.get(index);
                },
                word);
    }
}
