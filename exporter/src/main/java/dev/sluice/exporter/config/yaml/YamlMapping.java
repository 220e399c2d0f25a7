package dev.sluice.exporter.config.yaml;

import java.util.List;
import java.util.Optional;

/**
 * Keys and their values. Keeps both entries of a duplicate key.
 *
 * @param entries in the file's order
 * @param position its start
 */
public record YamlMapping(List<YamlEntry> entries, Position position) implements YamlNode {

    public YamlMapping {
        entries = List.copyOf(entries);
    }

    public Optional<YamlEntry> entry(String key) {
        return entries.stream().filter(entry -> entry.key().equals(key)).findFirst();
    }
}
