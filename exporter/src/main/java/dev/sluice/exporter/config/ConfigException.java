package dev.sluice.exporter.config;

import java.util.List;
import java.util.stream.Collectors;

/** The configuration file is unusable. The message lists every problem, one per line, in the file's order. */
public final class ConfigException extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient List<ConfigProblem> problems;

    ConfigException(List<ConfigProblem> problems) {
        super(problems.stream().map(ConfigProblem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    /** Returns all problems in the file's order. The list contains at least one problem. */
    public List<ConfigProblem> problems() {
        return problems;
    }
}
