package dev.sluice.exporter.config.yaml;

/**
 * One key of a mapping with its value.
 *
 * @param key the key's text
 * @param value value of the key
 * @param position position at which the key starts
 */
public record YamlEntry(String key, YamlNode value, Position position) {}
