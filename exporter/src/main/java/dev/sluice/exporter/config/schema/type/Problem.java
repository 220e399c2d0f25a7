package dev.sluice.exporter.config.schema.type;

import dev.sluice.exporter.config.yaml.Position;

/**
 * One thing that is wrong with a file.
 *
 * @param position where it stands
 * @param path the key's path, such as {@code clusters[0].slurm.url}; empty where the file as a whole is meant
 * @param message what is wrong and what is expected; never holds a secret
 */
public record Problem(Position position, String path, String message) {}
