package dev.sluice.adapter.config;

import java.util.List;

/** Settings that cannot be used. */
public final class SettingsException extends Exception {

    private static final long serialVersionUID = 1;

    private final transient List<String> problems;

    SettingsException(List<String> problems) {
        super(String.join("\n", problems));
        this.problems = List.copyOf(problems);
    }

    /** All that is wrong, each in one line. */
    public List<String> problems() {
        return problems;
    }
}
