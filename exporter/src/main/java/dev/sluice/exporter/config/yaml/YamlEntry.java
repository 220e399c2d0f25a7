package dev.sluice.exporter.config.yaml;

/**
 * One key of a mapping with its value.
 *
 * @param key the key's text
 * @param value its value
 * @param position start of the key
 */
public record YamlEntry(String key, YamlNode value, Position position) {}
