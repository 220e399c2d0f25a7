package dev.sluice.adapter;

import dev.sluice.common.cli.ParsedArguments;
import java.util.List;
import java.util.Map;

/** Configurations of tests. */
public final class Configurations {

    private Configurations() {}

    /** Returns the configuration; arguments take precedence over variables. */
    public static AdapterConfig of(Map<String, String> environment, List<String> arguments) {
        AdapterConfig config = new AdapterConfig();
        ParsedArguments parsed = config.parse(environment, arguments.toArray(String[]::new));
        if (!parsed.problems().isEmpty()) {
            throw new IllegalArgumentException(String.join("\n", parsed.problems()));
        }
        return config;
    }
}
