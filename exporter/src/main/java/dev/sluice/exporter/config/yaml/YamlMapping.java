package dev.sluice.exporter.config.yaml;

import java.util.List;
import java.util.Optional;

/**
 * Keys and their values. A key that the file gives twice is here twice.
 *
 * @param entries in the file's order
 * @param position where it begins
 */
public record YamlMapping(List<YamlEntry> entries, Position position) implements YamlNode {

    public YamlMapping {
        entries = List.copyOf(entries);
    }

    /** The first entry of that key. */
    public Optional<YamlEntry> entry(String key) {
        return entries.stream().filter(entry -> entry.key().equals(key)).findFirst();
    }
}
