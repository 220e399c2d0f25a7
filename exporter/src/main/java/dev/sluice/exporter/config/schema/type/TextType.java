package dev.sluice.exporter.config.schema.type;

import dev.sluice.exporter.config.yaml.YamlNode;
import dev.sluice.exporter.config.yaml.YamlScalar;
import dev.sluice.exporter.config.yaml.YamlWriter;
import java.util.Optional;

/** A value that the file contains as text. */
public interface TextType<T> extends ValueType<T> {

    /** Returns the value. For an invalid text, throws an exception with the problem. */
    T parse(String text, Place place) throws BadValue;

    default String text(T value) {
        return String.valueOf(value);
    }

    @Override
    default Optional<T> read(YamlNode node, Place place) {
        if (!(node instanceof YamlScalar scalar) || scalar.kind() == YamlScalar.Kind.NOTHING) {
            Expectation.report(node, place, description());
            return Optional.empty();
        }
        try {
            T value = parse(scalar.text(), place);
            if (scalar.kind() != YamlScalar.Kind.TEXT) {
                String hint = "; write it in quotes: " + Quotes.quote(scalar.text());
                place.problem(scalar.position(), Expectation.of(description(), scalar) + hint);
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
