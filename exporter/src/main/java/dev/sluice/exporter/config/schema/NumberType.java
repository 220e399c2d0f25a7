package dev.sluice.exporter.config.schema;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/**
 * A value without quotes: a number, {@code true} or {@code false}.
 *
 * @param description valid values, as a short phrase
 * @param kind the kind of the scalar
 * @param parser converts the text of a scalar of this kind to the value; empty for an invalid text
 * @param <T> type of the value
 */
record NumberType<T>(String description, Yaml.ScalarKind kind, Function<String, Optional<T>> parser)
        implements ValueType<T> {

    /** A whole number that always fits into an int. */
    private static final Pattern WHOLE = Pattern.compile("-?\\d{1,9}");

    private static final Pattern AMOUNT = Pattern.compile("\\d{1,7}(\\.\\d{1,6})?");

    private static final Pattern PERCENT = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,3})?) ?%");

    /** Returns the type of {@code true} and {@code false}. */
    static NumberType<Boolean> flag() {
        return new NumberType<>("true or false", Yaml.ScalarKind.BOOLEAN, text -> Optional.of(Boolean.valueOf(text)));
    }

    /**
     * Returns the type of a whole number.
     *
     * @param range range, such as {@code 0 to 65535}; both ends are included and below a billion
     */
    static NumberType<Integer> integer(String range) {
        String[] limits = range.split(" to ", -1);
        int min = Integer.parseInt(limits[0]);
        int max = Integer.parseInt(limits[1]);
        return number(
                "whole number, " + range,
                text -> Optional.of(text)
                        .filter(WHOLE.asMatchPredicate())
                        .map(Integer::valueOf)
                        .filter(number -> number >= min && number <= max));
    }

    /** Returns the type of a number above 0 and at most 1. */
    static NumberType<Double> fraction() {
        return number(
                "number above 0, at most 1",
                text -> Optional.of(Double.valueOf(text)).filter(number -> number > 0 && number <= 1));
    }

    /** Returns the type of an amount of money, which is never negative. */
    static NumberType<BigDecimal> amount() {
        return number(
                "number, 0 to 9999999, with at most 6 decimals",
                text -> Optional.of(text).filter(AMOUNT.asMatchPredicate()).map(BigDecimal::new));
    }

    private static <T> NumberType<T> number(String description, Function<String, Optional<T>> parser) {
        return new NumberType<>(description, Yaml.ScalarKind.NUMBER, parser);
    }

    @Override
    public Optional<T> read(Node node, Location location) {
        Optional<T> value = node instanceof ScalarNode scalar && Yaml.kind(scalar) == kind
                ? parser.apply(scalar.getValue())
                : Optional.empty();
        if (value.isEmpty()) {
            location.mismatch((kind == Yaml.ScalarKind.NUMBER ? "a " : "") + description, node, percent(node));
        }
        return value;
    }

    private static String percent(Node node) {
        Matcher percent = PERCENT.matcher(node instanceof ScalarNode scalar ? scalar.getValue() : "");
        return percent.matches()
                ? "; did you mean "
                        + new BigDecimal(percent.group(1))
                                .movePointLeft(2)
                                .stripTrailingZeros()
                                .toPlainString() + "?"
                : "";
    }

    @Override
    public Node write(T value) {
        return Yaml.plain(String.valueOf(value));
    }
}
