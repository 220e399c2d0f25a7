package dev.sluice.exporter.config.schema;

import dev.sluice.exporter.config.yaml.Position;
import dev.sluice.exporter.config.yaml.YamlNode;
import dev.sluice.exporter.config.yaml.YamlScalar;
import java.util.Optional;

/** {@code true} or {@code false}. */
public record FlagType() implements ValueType<Boolean> {

    @Override
    public String description() {
        return "true or false";
    }

    @Override
    public Optional<Boolean> read(YamlNode node, Place place) {
        if (node instanceof YamlScalar scalar && scalar.kind() == YamlScalar.Kind.BOOLEAN) {
            return Optional.of(Boolean.valueOf(scalar.text()));
        }
        Expectation.report(node, place, description());
        return Optional.empty();
    }

    @Override
    public YamlNode write(Boolean value) {
        return new YamlScalar(value.toString(), true, Position.NOWHERE);
    }
}
