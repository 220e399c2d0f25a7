package dev.sluice.exporter.config.yaml;

/**
 * A problem of the YAML syntax, or an unsupported feature.
 *
 * @param position its position
 * @param message the problem and the expected text
 */
public record YamlProblem(Position position, String message) {}
