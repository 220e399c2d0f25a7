package dev.sluice.exporter.config.yaml;

/**
 * A problem of the YAML syntax, or an unsupported feature of YAML.
 *
 * @param position position of the problem
 * @param message the problem and the expected text
 */
public record YamlProblem(Position position, String message) {}
