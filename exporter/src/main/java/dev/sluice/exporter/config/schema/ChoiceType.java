package dev.sluice.exporter.config.schema;

import dev.sluice.exporter.config.schema.TextType.BadValue;
import java.util.List;
import java.util.Locale;

/**
 * One word of a closed list.
 *
 * @param choices values in the order of the list; the word for an enum constant is the constant's name in lower case
 * @param <T> type of the values
 */
public record ChoiceType<T>(List<T> choices) implements TextType<T> {

    public ChoiceType {
        choices = List.copyOf(choices);
    }

    @Override
    public String description() {
        return "one of " + String.join(", ", choices.stream().map(this::text).toList());
    }

    @Override
    public T parse(String text, Location location) throws BadValue {
        return choices.stream()
                .filter(choice -> text(choice).equals(text))
                .findFirst()
                .orElseThrow(() -> new BadValue("expected " + description() + ", got " + Quotes.quote(text)));
    }

    @Override
    public String text(T choice) {
        return choice instanceof Enum<?> constant ? constant.name().toLowerCase(Locale.ROOT) : String.valueOf(choice);
    }
}
