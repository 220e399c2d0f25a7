package dev.sluice.exporter.config.schema;

import dev.sluice.exporter.config.yaml.YamlNode;
import dev.sluice.exporter.config.yaml.YamlScalar;
import dev.sluice.exporter.config.yaml.YamlWriter;
import java.util.Optional;
import java.util.function.Function;

/**
 * A value that is written as a text.
 *
 * @param description what may stand there, as a short phrase for people
 * @param parser turns the text into the value
 * @param text turns the value back into the text
 * @param <T> what the text is read into
 */
public record TextType<T>(String description, Parser<T> parser, Function<T, String> text) implements ValueType<T> {

    /** Turns a text into a value. */
    @FunctionalInterface
    public interface Parser<T> {

        /** The value, or the exception that says what is wrong with the text. */
        T parse(String text, Place place) throws BadValue;
    }

    @Override
    public Optional<T> read(YamlNode node, Place place) {
        if (!(node instanceof YamlScalar scalar)) {
            Expectation.report(node, place, description);
            return Optional.empty();
        }
        if (scalar.kind() == YamlScalar.Kind.NOTHING) {
            Expectation.report(node, place, description);
            return Optional.empty();
        }
        try {
            T value = parser.parse(scalar.text(), place);
            if (scalar.kind() != YamlScalar.Kind.TEXT) {
                String hint = "; write it in quotes: " + Quotes.quote(scalar.text());
                place.problem(scalar.position(), Expectation.of(description, scalar) + hint);
            }
            return Optional.of(value);
        } catch (BadValue e) {
            place.problem(scalar.position(), String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    @Override
    public YamlNode write(T value) {
        return YamlWriter.text(text.apply(value));
    }
}
