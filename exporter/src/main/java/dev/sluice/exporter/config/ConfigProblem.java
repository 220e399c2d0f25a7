package dev.sluice.exporter.config;

/**
 * One thing that is wrong with the configuration file.
 *
 * @param file the file, as it was named to us
 * @param line counted from 1; 0 where the file as a whole is meant
 * @param column counted from 1; 0 where the file as a whole is meant
 * @param key the key's path, such as {@code clusters[0].slurm.url}; may be empty
 * @param message what is wrong and what is expected
 */
public record ConfigProblem(String file, int line, int column, String key, String message) {

    /** One line for people: {@code exporter.yaml:7:5: clusters[0].slurm.urll: unknown key; ...}. */
    @Override
    public String toString() {
        String position = line == 0 ? "" : ":" + line + ":" + column;
        return file + position + ": " + (key.isEmpty() ? "" : key + ": ") + message;
    }
}
