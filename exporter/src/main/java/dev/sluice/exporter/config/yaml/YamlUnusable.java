package dev.sluice.exporter.config.yaml;

/**
 * Takes the place of a value that uses a refused feature (alias or tag). The problem has been reported before.
 *
 * @param position start of the value
 */
public record YamlUnusable(Position position) implements YamlNode {}
