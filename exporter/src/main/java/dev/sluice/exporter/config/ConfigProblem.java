package dev.sluice.exporter.config;

/**
 * One problem of the configuration file.
 *
 * @param file name of the file, as the user wrote it
 * @param line line, counted from 1; 0 for the entire file
 * @param column column, counted from 1; 0 for the entire file
 * @param key the key's path, such as {@code clusters[0].slurm.url}; can be empty
 * @param message the problem and the expected value
 */
public record ConfigProblem(String file, int line, int column, String key, String message) {

    /** Returns one line for people: {@code exporter.yaml:7:5: clusters[0].slurm.urll: unknown key; ...}. */
    @Override
    public String toString() {
        String position = line == 0 ? "" : ":" + line + ":" + column;
        return file + position + ": " + (key.isEmpty() ? "" : key + ": ") + message;
    }
}
