package dev.sluice.exporter.config.schema.type;

import dev.sluice.exporter.config.yaml.Position;

/**
 * One problem of a file.
 *
 * @param position position of the problem
 * @param path the key's path, such as {@code clusters[0].slurm.url}; empty for the entire file
 * @param message the problem and the expected value, without secrets
 */
public record Problem(Position position, String path, String message) {

    /** Returns one line for people: {@code exporter.yaml:7:5: clusters[0].slurm.urll: unknown key; ...}. */
    public String in(String file) {
        String place = position.line() == 0 ? "" : ":" + position.line() + ":" + position.column();
        return file + place + ": " + (path.isEmpty() ? "" : path + ": ") + message;
    }
}
