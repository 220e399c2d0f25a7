package dev.sluice.exporter.config.yaml;

/**
 * Replaces a value that uses a refused feature (alias or tag). The problem has already been reported.
 *
 * @param position start of the value
 */
public record YamlUnusable(Position position) implements YamlNode {}
