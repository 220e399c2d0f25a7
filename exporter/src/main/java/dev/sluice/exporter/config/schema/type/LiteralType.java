package dev.sluice.exporter.config.schema.type;

import dev.sluice.exporter.config.yaml.Position;
import dev.sluice.exporter.config.yaml.YamlNode;
import dev.sluice.exporter.config.yaml.YamlScalar;
import dev.sluice.exporter.config.yaml.YamlScalar.Kind;
import java.util.Optional;
import java.util.function.Function;

/**
 * A value that is written without quotes: a number, {@code true} or {@code false}.
 *
 * @param description what may stand there, as a short phrase for people
 * @param expected the same with its article
 * @param parser turns the scalar into the value; nothing where it is bad
 * @param <T> what the scalar is read into
 */
public record LiteralType<T>(String description, String expected, Function<YamlScalar, Optional<T>> parser)
        implements ValueType<T> {

    /** As many digits as surely fit into an integer. */
    private static final int MAX_DIGITS = 9;

    /** {@code true} or {@code false}. */
    public static LiteralType<Boolean> flag() {
        return new LiteralType<>(
                "true or false",
                "true or false",
                scalar ->
                        scalar.kind() == Kind.BOOLEAN ? Optional.of(Boolean.valueOf(scalar.text())) : Optional.empty());
    }

    /**
     * A whole number.
     *
     * @param range such as {@code 0 to 65535}; both are included and below a billion
     */
    public static LiteralType<Integer> integer(String range) {
        String[] limits = range.split(" to ", -1);
        int min = Integer.parseInt(limits[0]);
        int max = Integer.parseInt(limits[1]);
        return number(
                "whole number, " + range,
                scalar -> Optional.of(scalar)
                        .filter(number ->
                                number.kind() == Kind.INTEGER && number.text().length() <= MAX_DIGITS)
                        .map(number -> Integer.valueOf(number.text()))
                        .filter(number -> number >= min && number <= max));
    }

    /** A number above 0 and at most 1. */
    public static LiteralType<Double> fraction() {
        return number(
                "number above 0, at most 1",
                scalar -> Optional.of(scalar)
                        .filter(number -> number.kind() == Kind.INTEGER || number.kind() == Kind.DECIMAL)
                        .map(number -> Double.valueOf(number.text()))
                        .filter(number -> number > 0 && number <= 1));
    }

    private static <T> LiteralType<T> number(String description, Function<YamlScalar, Optional<T>> parser) {
        return new LiteralType<>(description, "a " + description, parser);
    }

    @Override
    public Optional<T> read(YamlNode node, Place place) {
        Optional<T> value = node instanceof YamlScalar scalar ? parser.apply(scalar) : Optional.empty();
        if (value.isEmpty()) {
            Expectation.report(node, place, expected);
        }
        return value;
    }

    @Override
    public YamlNode write(T value) {
        return new YamlScalar(String.valueOf(value), true, Position.NOWHERE);
    }
}
