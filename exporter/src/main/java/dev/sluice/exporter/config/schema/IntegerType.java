package dev.sluice.exporter.config.schema;

import dev.sluice.exporter.config.yaml.Position;
import dev.sluice.exporter.config.yaml.YamlNode;
import dev.sluice.exporter.config.yaml.YamlScalar;
import java.util.Optional;

/**
 * A whole number in a range.
 *
 * @param least the smallest
 * @param most the largest, below a billion
 */
public record IntegerType(int least, int most) implements ValueType<Integer> {

    /** As many digits as surely fit. */
    private static final int DIGITS = 9;

    @Override
    public String description() {
        return "whole number, " + least + " to " + most;
    }

    @Override
    public Optional<Integer> read(YamlNode node, Place place) {
        Optional<Integer> value = Optional.empty();
        if (node instanceof YamlScalar scalar
                && scalar.kind() == YamlScalar.Kind.INTEGER
                && scalar.text().length() <= DIGITS) {
            value = Optional.of(Integer.valueOf(scalar.text())).filter(number -> number >= least && number <= most);
        }
        if (value.isEmpty()) {
            Expectation.report(node, place, "a " + description());
        }
        return value;
    }

    @Override
    public YamlNode write(Integer value) {
        return new YamlScalar(value.toString(), true, Position.NOWHERE);
    }
}
