package dev.sluice.exporter.config.yaml;

/**
 * Why a text is not YAML, or not YAML that we take.
 *
 * @param position where
 * @param message what is wrong and what is expected
 */
public record YamlProblem(Position position, String message) {}
