package dev.sluice.exporter.config.schema;

import dev.sluice.exporter.config.yaml.Position;
import dev.sluice.exporter.config.yaml.YamlEntry;
import dev.sluice.exporter.config.yaml.YamlMapping;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reads the keys of one section. Unknown and duplicate keys are reported before the first one is read. */
public final class SectionReader {

    private final Map<String, YamlEntry> entries;
    private final Position start;
    private final Place place;

    private SectionReader(Map<String, YamlEntry> entries, Position start, Place place) {
        this.entries = entries;
        this.start = start;
        this.place = place;
    }

    static <R> SectionReader of(YamlMapping mapping, Place place, List<Key<R, ?>> keys) {
        List<String> names = keys.stream().map(Key::name).collect(Collectors.toList());
        Map<String, YamlEntry> entries = new HashMap<>();
        for (YamlEntry entry : mapping.entries()) {
            Place at = place.key(entry.key());
            Optional<YamlEntry> earlier = Optional.ofNullable(entries.putIfAbsent(entry.key(), entry));
            if (earlier.isPresent()) {
                at.problem(
                        entry.position(),
                        "duplicate key; it is already given in line "
                                + earlier.get().position().line());
            } else if (!names.contains(entry.key())) {
                at.problem(entry.position(), unknown(entry.key(), names));
            }
        }
        return new SectionReader(entries, mapping.position(), place);
    }

    private static String unknown(String name, List<String> names) {
        return Suggestions.nearest(name, names)
                .map(nearest -> "unknown key; did you mean \"" + nearest + "\"?")
                .orElseGet(() -> "unknown key; expected one of " + String.join(", ", names));
    }

    /** Whether the file has the key, with a good value or a bad one. */
    public boolean has(Key<?, ?> key) {
        return entries.containsKey(key.name());
    }

    /** The value or the default; nothing where it is absent or bad. A required key's absence is reported. */
    public <T> Optional<T> find(Key<?, T> key) {
        Optional<YamlEntry> entry = entry(key);
        if (entry.isPresent()) {
            return key.type().read(entry.get().value(), place.key(key.name()));
        }
        if (key.absence() instanceof Absence.Required<T>) {
            place.key(key.name())
                    .problem(start, "missing; expected " + key.type().description());
        }
        return key.fallback();
    }

    /** The value of a key that has a default, which also stands in for a bad value so that reading can go on. */
    public <T> T value(Key<?, T> key) {
        return find(key)
                .or(key::fallback)
                .orElseThrow(() -> new IllegalArgumentException("has no default: " + key.name()));
    }

    /** Reports a problem at the key's value, or at the beginning of the section where the key is absent. */
    public void problem(Key<?, ?> key, String message) {
        place.key(key.name())
                .problem(entry(key).map(entry -> entry.value().position()).orElse(start), message);
    }

    /** Reports a problem at a key of a section below this one, or at the nearest thing that the file has. */
    public void problem(Key<?, ?> section, Key<?, ?> key, String message) {
        Position position = entry(section)
                .map(YamlEntry::value)
                .map(value -> value instanceof YamlMapping mapping ? position(mapping, key) : value.position())
                .orElse(start);
        place.key(section.name()).key(key.name()).problem(position, message);
    }

    private static Position position(YamlMapping mapping, Key<?, ?> key) {
        return mapping.entry(key.name()).map(entry -> entry.value().position()).orElse(mapping.position());
    }

    private Optional<YamlEntry> entry(Key<?, ?> key) {
        return Optional.ofNullable(entries.get(key.name()));
    }
}
