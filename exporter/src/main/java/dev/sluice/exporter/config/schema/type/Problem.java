package dev.sluice.exporter.config.schema.type;

import dev.sluice.exporter.config.yaml.Position;

/**
 * One problem of a file.
 *
 * @param position position of the problem
 * @param path the key's path, such as {@code clusters[0].slurm.url}; empty for the entire file
 * @param message the problem and the expected value, without secrets
 */
public record Problem(Position position, String path, String message) {}
