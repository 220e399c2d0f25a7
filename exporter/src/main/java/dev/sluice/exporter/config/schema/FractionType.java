package dev.sluice.exporter.config.schema;

import dev.sluice.exporter.config.yaml.Position;
import dev.sluice.exporter.config.yaml.YamlNode;
import dev.sluice.exporter.config.yaml.YamlScalar;
import java.util.Optional;

/** A number above 0 and at most 1. */
public record FractionType() implements ValueType<Double> {

    @Override
    public String description() {
        return "number above 0, at most 1";
    }

    @Override
    public Optional<Double> read(YamlNode node, Place place) {
        Optional<Double> value = Optional.empty();
        if (node instanceof YamlScalar scalar && numeric(scalar)) {
            value = Optional.of(Double.valueOf(scalar.text())).filter(number -> number > 0 && number <= 1);
        }
        if (value.isEmpty()) {
            Expectation.report(node, place, "a " + description());
        }
        return value;
    }

    private static boolean numeric(YamlScalar scalar) {
        return scalar.kind() == YamlScalar.Kind.INTEGER || scalar.kind() == YamlScalar.Kind.DECIMAL;
    }

    @Override
    public YamlNode write(Double value) {
        return new YamlScalar(value.toString(), true, Position.NOWHERE);
    }
}
