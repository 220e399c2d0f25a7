package dev.sluice.exporter.config.yaml;

import java.util.List;
import java.util.Optional;

/**
 * A mapping: keys with their values. For a duplicate key, the mapping keeps both entries.
 *
 * @param entries entries in the file's order
 * @param position start of the mapping
 */
public record YamlMapping(List<YamlEntry> entries, Position position) implements YamlNode {

    public YamlMapping {
        entries = List.copyOf(entries);
    }

    public Optional<YamlEntry> entry(String key) {
        return entries.stream().filter(entry -> entry.key().equals(key)).findFirst();
    }
}
