package dev.sluice.chaos;

import dev.sluice.chaos.stage.Stage;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The arguments of the command.
 *
 * @param only ids of the attack classes to run; empty for all classes
 * @param table page with the table to rewrite
 */
record ChaosOptions(Stage.Programs programs, long answers, long seed, List<String> only, Optional<Path> table) {

    private static final long DEFAULT_ANSWERS = 10_000;

    static final String USAGE = "usage: chaos JVM_OPTIONS EXPORTER_JAR ADAPTER_JAR [--answers N] [--seed S]"
            + " [--only ID,ID] [--table FILE]";

    static ChaosOptions parse(List<String> arguments) {
        if (arguments.size() < 3 || arguments.size() % 2 == 0) {
            throw new IllegalArgumentException(USAGE);
        }
        Stage.Programs programs =
                new Stage.Programs(Path.of(arguments.get(0)), Path.of(arguments.get(1)), Path.of(arguments.get(2)));
        ChaosOptions options = new ChaosOptions(programs, DEFAULT_ANSWERS, 1, List.of(), Optional.empty());
        for (int i = 3; i < arguments.size(); i += 2) {
            options = options.with(arguments.get(i), arguments.get(i + 1));
        }
        return options;
    }

    private ChaosOptions with(String flag, String value) {
        return switch (flag) {
            case "--answers" -> new ChaosOptions(programs, Long.parseLong(value), seed, only, table);
            case "--seed" -> new ChaosOptions(programs, answers, Long.parseLong(value), only, table);
            case "--only" -> new ChaosOptions(programs, answers, seed, List.of(value.split(",", -1)), table);
            case "--table" -> new ChaosOptions(programs, answers, seed, only, Optional.of(Path.of(value)));
            default -> throw new IllegalArgumentException(USAGE);
        };
    }
}
