package dev.sluice.exporter.config.yaml;

/**
 * Replaces a value with a refused feature (alias, tag) after its problem was reported.
 *
 * @param position its start
 */
public record YamlUnusable(Position position) implements YamlNode {}
