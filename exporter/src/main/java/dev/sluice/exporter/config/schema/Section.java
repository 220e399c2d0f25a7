package dev.sluice.exporter.config.schema;

import dev.sluice.exporter.config.yaml.Position;
import dev.sluice.exporter.config.yaml.YamlEntry;
import dev.sluice.exporter.config.yaml.YamlMapping;
import dev.sluice.exporter.config.yaml.YamlNode;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A mapping with a known list of keys.
 *
 * @param meaning what the section is about, one or two sentences for people
 * @param keys every key that it may have, in the order of the reference
 * @param bind makes the record of the keys' values; nothing where a required one is missing or bad
 * @param <R> what the section is read into
 */
public record Section<R>(String meaning, List<Key<R, ?>> keys, Function<SectionReader, Optional<R>> bind)
        implements ValueType<R> {

    public Section {
        keys = List.copyOf(keys);
    }

    @Override
    public String description() {
        return "section";
    }

    @Override
    public Optional<R> read(YamlNode node, Place place) {
        if (node instanceof YamlMapping mapping) {
            return bind.apply(SectionReader.of(mapping, place, keys));
        }
        Expectation.report(
                node, place, "a section with keys such as " + keys.get(0).name() + ":");
        return Optional.empty();
    }

    @Override
    public YamlMapping write(R value) {
        List<YamlEntry> entries =
                keys.stream().flatMap(key -> entry(key, value).stream()).collect(Collectors.toList());
        return new YamlMapping(entries, Position.NOWHERE);
    }

    private static <R, T> Optional<YamlEntry> entry(Key<R, T> key, R section) {
        return key.of()
                .apply(section)
                .map(value -> new YamlEntry(key.name(), key.type().write(value), Position.NOWHERE));
    }
}
