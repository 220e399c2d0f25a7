package dev.sluice.exporter.config.schema;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** A value that the file contains as text. */
public non-sealed interface TextType<T> extends ValueType<T> {

    /** Returns the value. For an invalid text, throws an exception with the problem. */
    T parse(String text, Location location) throws BadValue;

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
    default Optional<T> read(Node node, Location location) {
        if (!(node instanceof ScalarNode scalar) || Yaml.kind(scalar) == Yaml.ScalarKind.NOTHING) {
            location.mismatch(description(), node, "");
            return Optional.empty();
        }
        try {
            T value = parse(scalar.getValue(), location);
            if (Yaml.kind(scalar) != Yaml.ScalarKind.TEXT) {
                location.mismatch(description(), scalar, "; write it in quotes: " + Quotes.quote(scalar.getValue()));
            }
            return Optional.of(value);
        } catch (BadValue e) {
            location.problem(scalar, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    @Override
    default Node write(T value) {
        return Yaml.text(text(value));
    }

    /** Reports that a value does not match its type. The message contains the problem and the expected value. */
    final class BadValue extends Exception {

        private static final long serialVersionUID = 1L;

        public BadValue(String message) {
            super(message);
        }
    }
}
