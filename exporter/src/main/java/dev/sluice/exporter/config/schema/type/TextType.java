package dev.sluice.exporter.config.schema.type;

import dev.sluice.exporter.config.yaml.YamlNode;
import dev.sluice.exporter.config.yaml.YamlScalar;
import dev.sluice.exporter.config.yaml.YamlWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A value that the file contains as text. */
public interface TextType<T> extends ValueType<T> {

    /** Returns the value. For an invalid text, throws an exception with the problem. */
    T parse(String text, Place place) throws BadValue;

    /** Returns the text of a value. Commas separate the items of a list. */
    default String text(T value) {
        return value instanceof List<?> items
                ? items.stream().map(String::valueOf).collect(Collectors.joining(", "))
                : String.valueOf(value);
    }

    /** Returns the words of a text, which commas separate. */
    static List<String> words(String text) {
        return Arrays.stream(text.split(",", -1)).map(String::strip).toList();
    }

    @Override
    default Optional<T> read(YamlNode node, Place place) {
        if (!(node instanceof YamlScalar scalar) || scalar.kind() == YamlScalar.Kind.NOTHING) {
            place.mismatch(description(), node, "");
            return Optional.empty();
        }
        try {
            T value = parse(scalar.text(), place);
            if (scalar.kind() != YamlScalar.Kind.TEXT) {
                place.mismatch(description(), scalar, "; write it in quotes: " + Quotes.quote(scalar.text()));
            }
            return Optional.of(value);
        } catch (BadValue e) {
            place.problem(scalar.position(), String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    @Override
    default YamlNode write(T value) {
        return YamlWriter.text(text(value));
    }
}
