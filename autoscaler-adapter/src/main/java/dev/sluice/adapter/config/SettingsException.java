package dev.sluice.adapter.config;

import java.util.List;

/** Reports unusable settings. */
public final class SettingsException extends Exception {

    private static final long serialVersionUID = 1;

    private final transient List<String> problems;

    SettingsException(List<String> problems) {
        super(String.join("\n", problems));
        this.problems = List.copyOf(problems);
    }

    /** Returns all problems, one line each. */
    public List<String> problems() {
        return problems;
    }
}
