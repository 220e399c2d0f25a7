package dev.sluice.exporter.config.schema;

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
 * A list of sections with at least one item. The value of its first key identifies an item, unless
 * {@link Section#identity()} names other keys.
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
            place.mismatch("a list of sections (- " + identity() + ": ...)", node, "");
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
        Map<List<String>, YamlScalar> earlier = new HashMap<>();
        for (int i = 0; i < sequence.items().size(); i++) {
            YamlNode node = sequence.items().get(i);
            Place at = place.item(i).key(identity());
            scalar(node, identity())
                    .ifPresent(first -> Optional.ofNullable(earlier.putIfAbsent(identityOf(node, first), first))
                            .ifPresent(twin -> at.problem(first.position(), taken(twin))));
        }
    }

    private List<String> identityOf(YamlNode node, YamlScalar first) {
        List<String> values = new ArrayList<>(List.of(first.text()));
        for (String key : item.declared().identity()) {
            values.add(scalar(node, key).map(YamlScalar::text).orElse(""));
        }
        return values;
    }

    private String taken(YamlScalar twin) {
        int line = twin.position().line();
        return item.declared().identity().length == 0
                ? "must be unique; " + Quotes.quote(twin.text()) + " is already the " + identity() + " in line " + line
                : "the item in line " + line + " has the same values of "
                        + String.join(", ", item.declared().identity()) + "; remove one item, or change one of these";
    }

    private static Optional<YamlScalar> scalar(YamlNode node, String key) {
        return Optional.of(node)
                .filter(YamlMapping.class::isInstance)
                .map(YamlMapping.class::cast)
                .flatMap(mapping -> mapping.entry(key))
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
