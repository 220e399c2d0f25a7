package dev.sluice.exporter.config.yaml;

/**
 * One key of a mapping and its value.
 *
 * @param key the key's text
 * @param value what it is set to
 * @param position where the key begins
 */
public record YamlEntry(String key, YamlNode value, Position position) {}
