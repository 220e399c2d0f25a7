package dev.sluice.exporter.config.schema;

/**
 * One problem of a file.
 *
 * @param line line of the problem, from 1; 0 for the entire file
 * @param column column of the problem in characters, from 1
 * @param path the key's path, such as {@code clusters[0].slurm.url}; empty for the entire file
 * @param message the problem and the expected value, without secrets
 */
public record Problem(int line, int column, String path, String message) {

    /** Returns one line for people: {@code exporter.yaml:7:5: clusters[0].slurm.urll: unknown key; ...}. */
    public String in(String file) {
        String place = line == 0 ? "" : ":" + line + ":" + column;
        return file + place + ": " + (path.isEmpty() ? "" : path + ": ") + message;
    }
}
