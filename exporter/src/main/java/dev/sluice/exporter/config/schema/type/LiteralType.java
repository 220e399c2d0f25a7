package dev.sluice.exporter.config.schema.type;

import dev.sluice.exporter.config.yaml.Position;
import dev.sluice.exporter.config.yaml.YamlNode;
import dev.sluice.exporter.config.yaml.YamlScalar;
import dev.sluice.exporter.config.yaml.YamlScalar.Kind;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A value without quotes: a number, {@code true} or {@code false}.
 *
 * @param description valid values, as a short phrase
 * @param expected the description with an article
 * @param parser converts a scalar to the value; empty for an invalid scalar
 * @param <T> type of the value
 */
public record LiteralType<T>(String description, String expected, Function<YamlScalar, Optional<T>> parser)
        implements ValueType<T> {

    /** Maximum number of digits, so that the number always fits into an int. */
    private static final int MAX_DIGITS = 9;

    private static final Pattern PERCENT = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,3})?) ?%");

    private static final Pattern AMOUNT = Pattern.compile("\\d{1,7}(\\.\\d{1,6})?");

    /** Returns the type of {@code true} and {@code false}. */
    public static LiteralType<Boolean> flag() {
        return new LiteralType<>(
                "true or false",
                "true or false",
                scalar ->
                        scalar.kind() == Kind.BOOLEAN ? Optional.of(Boolean.valueOf(scalar.text())) : Optional.empty());
    }

    /**
     * Returns the type of a whole number.
     *
     * @param range range, such as {@code 0 to 65535}; both ends are included and below a billion
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

    /** Returns the type of a number above 0 and at most 1. */
    public static LiteralType<Double> fraction() {
        return number(
                "number above 0, at most 1",
                scalar -> Optional.of(scalar)
                        .filter(number -> number.kind() == Kind.INTEGER || number.kind() == Kind.DECIMAL)
                        .map(number -> Double.valueOf(number.text()))
                        .filter(number -> number > 0 && number <= 1));
    }

    /** Returns the type of an amount of money, which is never negative. */
    public static LiteralType<BigDecimal> amount() {
        return number(
                "number, 0 to 9999999, with at most 6 decimals",
                scalar -> Optional.of(scalar)
                        .filter(number -> number.kind() == Kind.INTEGER || number.kind() == Kind.DECIMAL)
                        .filter(number -> AMOUNT.matcher(number.text()).matches())
                        .map(number -> new BigDecimal(number.text())));
    }

    private static <T> LiteralType<T> number(String description, Function<YamlScalar, Optional<T>> parser) {
        return new LiteralType<>(description, "a " + description, parser);
    }

    @Override
    public Optional<T> read(YamlNode node, Place place) {
        Optional<T> value = node instanceof YamlScalar scalar ? parser.apply(scalar) : Optional.empty();
        if (value.isEmpty()) {
            place.mismatch(expected, node, percent(node));
        }
        return value;
    }

    private static String percent(YamlNode node) {
        Matcher percent = node instanceof YamlScalar scalar ? PERCENT.matcher(scalar.text()) : PERCENT.matcher("");
        return percent.matches()
                ? "; did you mean "
                        + new BigDecimal(percent.group(1))
                                .movePointLeft(2)
                                .stripTrailingZeros()
                                .toPlainString() + "?"
                : "";
    }

    @Override
    public YamlNode write(T value) {
        return new YamlScalar(String.valueOf(value), true, Position.NOWHERE);
    }
}
