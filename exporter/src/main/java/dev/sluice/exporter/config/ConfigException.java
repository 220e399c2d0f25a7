package dev.sluice.exporter.config;

import dev.sluice.exporter.config.schema.Location.Problem;
import java.util.List;
import java.util.stream.Collectors;

/** The configuration file is unusable. The message lists every problem, one per line, in the file's order. */
public final class ConfigException extends Exception {

    private static final long serialVersionUID = 1L;

    /**
     * @param file name of the file, as the user wrote it
     * @param problems at least one problem, in the file's order
     */
    public ConfigException(String file, List<Problem> problems) {
        super(problems.stream().map(problem -> problem.in(file)).collect(Collectors.joining("\n")));
    }
}
