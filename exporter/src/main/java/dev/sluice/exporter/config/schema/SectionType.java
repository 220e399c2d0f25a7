package dev.sluice.exporter.config.schema;

import dev.sluice.exporter.config.schema.type.Place;
import dev.sluice.exporter.config.schema.type.ValueType;
import dev.sluice.exporter.config.yaml.Position;
import dev.sluice.exporter.config.yaml.YamlEntry;
import dev.sluice.exporter.config.yaml.YamlMapping;
import dev.sluice.exporter.config.yaml.YamlNode;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A mapping. The components of a record declare the keys of the mapping.
 *
 * @param record record type of the section
 * @param declared the record's annotation
 * @param keys all keys in the order of the reference
 * @param checks methods of the record and of its interfaces that report conflicting values
 * @param <R> record type of the section
 */
public record SectionType<R>(Class<R> record, Section declared, List<SectionKey> keys, List<Method> checks)
        implements ValueType<R> {

    public SectionType {
        keys = List.copyOf(keys);
        checks = List.copyOf(checks);
    }

    /** Returns the section that a record and its components declare. */
    public static <R> SectionType<R> of(Class<R> record) {
        Section declared = Optional.ofNullable(record.getAnnotation(Section.class))
                .orElseThrow(() -> new IllegalArgumentException("has no @Section: " + record));
        return new SectionType<>(
                record,
                declared,
                Stream.of(record.getRecordComponents()).map(SectionKey::of).toList(),
                Stream.concat(Stream.of(record), Stream.of(record.getInterfaces()))
                        .flatMap(type -> Stream.of(type.getDeclaredMethods()))
                        .filter(method -> method.isAnnotationPresent(Check.class))
                        .toList());
    }

    @Override
    public String description() {
        return "section";
    }

    @Override
    public Optional<R> read(YamlNode node, Place place) {
        if (!(node instanceof YamlMapping mapping)) {
            place.mismatch("a section with keys such as " + keys.get(0).name() + ":", node, "");
            return Optional.empty();
        }
        SectionValues values = SectionValues.read(mapping, place, this);
        checks.forEach(check -> Reflection.call(check, record, values));
        List<Object> arguments = new ArrayList<>();
        keys.forEach(key -> key.held(values).ifPresent(arguments::add));
        return arguments.size() < keys.size()
                ? Optional.empty()
                : Optional.of(Reflection.make(record, arguments.toArray()));
    }

    boolean hasDefaults() {
        return keys.stream().noneMatch(SectionKey::required);
    }

    /** Returns the value of a section that is missing in the file. Works only for sections without required keys. */
    public R defaults() {
        return read(new YamlMapping(List.of(), Position.NOWHERE), Place.NOWHERE).orElseThrow();
    }

    @Override
    public YamlMapping write(R value) {
        List<YamlEntry> entries = keys.stream()
                .flatMap(key ->
                        key.write(value).map(written -> new YamlEntry(key.name(), written, Position.NOWHERE)).stream())
                .toList();
        return new YamlMapping(entries, Position.NOWHERE);
    }
}
