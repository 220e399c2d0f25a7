package dev.sluice.exporter.config.yaml;

/**
 * Stands where the file uses a feature that we refuse (an alias, a tag). The problem is reported already.
 *
 * @param position where it begins
 */
public record YamlUnusable(Position position) implements YamlNode {}
