package dev.sluice.exporter.config.schema;

import dev.sluice.exporter.config.schema.type.Expectation;
import dev.sluice.exporter.config.schema.type.Place;
import dev.sluice.exporter.config.schema.type.Quotes;
import dev.sluice.exporter.config.schema.type.ValueType;
import dev.sluice.exporter.config.yaml.Position;
import dev.sluice.exporter.config.yaml.YamlEntry;
import dev.sluice.exporter.config.yaml.YamlMapping;
import dev.sluice.exporter.config.yaml.YamlNode;
import dev.sluice.exporter.config.yaml.YamlScalar;
import dev.sluice.exporter.config.yaml.YamlSequence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A list of sections with at least one item. The value of its first key identifies an item.
 *
 * @param item type of the items
 * @param <R> record type of the items
 */
public record ListType<R>(SectionType<R> item) implements ValueType<List<R>> {

    @Override
    public String description() {
        return "list of sections";
    }

    private String identity() {
        return item.keys().get(0).name();
    }

    @Override
    public Optional<List<R>> read(YamlNode node, Place place) {
        if (!(node instanceof YamlSequence sequence)) {
            Expectation.report(node, place, "a list of sections (- " + identity() + ": ...)");
            return Optional.empty();
        }
        if (sequence.items().isEmpty()) {
            place.problem(sequence.position(), "the list is empty; expected at least one item");
        }
        List<R> items = new ArrayList<>();
        for (int i = 0; i < sequence.items().size(); i++) {
            item.read(sequence.items().get(i), place.item(i)).ifPresent(items::add);
        }
        reportTwins(sequence, place);
        return Optional.of(items);
    }

    private void reportTwins(YamlSequence sequence, Place place) {
        Map<String, YamlScalar> earlier = new HashMap<>();
        for (int i = 0; i < sequence.items().size(); i++) {
            Place at = place.item(i).key(identity());
            identityOf(sequence.items().get(i))
                    .ifPresent(scalar -> Optional.ofNullable(earlier.putIfAbsent(scalar.text(), scalar))
                            .ifPresent(twin -> at.problem(scalar.position(), taken(twin))));
        }
    }

    private String taken(YamlScalar twin) {
        return "must be unique; " + Quotes.quote(twin.text()) + " is already the " + identity() + " in line "
                + twin.position().line();
    }

    private Optional<YamlScalar> identityOf(YamlNode node) {
        return Optional.of(node)
                .filter(YamlMapping.class::isInstance)
                .map(YamlMapping.class::cast)
                .flatMap(mapping -> mapping.entry(identity()))
                .map(YamlEntry::value)
                .filter(YamlScalar.class::isInstance)
                .map(YamlScalar.class::cast)
                .filter(scalar -> scalar.kind() != YamlScalar.Kind.NOTHING);
    }

    @Override
    public YamlNode write(List<R> value) {
        return new YamlSequence(value.stream().map(item::write).collect(Collectors.toList()), Position.NOWHERE);
    }
}
