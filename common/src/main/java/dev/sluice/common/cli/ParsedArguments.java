package dev.sluice.common.cli;

import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * A parsed command line.
 *
 * @param shown text to print in place of a run: the usage or the version
 * @param problems problems of the arguments, one line each
 */
public record ParsedArguments(Optional<String> shown, List<String> problems) {

    /**
     * Parses the arguments. Adds {@code --version} and {@code --help} as the command's last options.
     *
     * @param program class in the jar with the version
     */
    public static ParsedArguments parse(CommandLine command, Class<?> program, String... arguments) {
        CommandSpec specification = command.getCommandSpec();
        specification
                .addOption(OptionSpec.builder("--version")
                        .type(boolean.class)
                        .description("Show the version, and exit.")
                        .build())
                .addOption(OptionSpec.builder("--help")
                        .usageHelp(true)
                        .type(boolean.class)
                        .description("Show this help, and exit.")
                        .build());
        specification.usageMessage().sortOptions(false);
        specification.parser().collectErrors(true);
        ParseResult result = command.setExpandAtFiles(false)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .parseArgs(arguments);
        if (result.isUsageHelpRequested()) {
            return new ParsedArguments(Optional.of(command.getUsageMessage(CommandLine.Help.Ansi.OFF)), List.of());
        }
        List<String> problems = result.errors().stream()
                .map(ParsedArguments::message)
                .distinct()
                .toList();
        return new ParsedArguments(
                problems.isEmpty() && result.hasMatchedOption("--version")
                        ? Optional.of(command.getCommandName() + " " + Processes.version(program) + "\n")
                        : Optional.empty(),
                problems);
    }

    /** Returns true if the program can run with the arguments. */
    public boolean usable() {
        return shown.isEmpty() && problems.isEmpty();
    }

    /** Prints the text or the problems, and returns the exit code; empty if the program can run. */
    public OptionalInt exitCode(PrintStream out, PrintStream err, String name) {
        if (!problems.isEmpty()) {
            problems.forEach(err::println);
            err.println("Try: " + name + " --help");
            return OptionalInt.of(Processes.BAD_INPUT);
        }
        shown.ifPresent(out::print);
        return shown.isPresent() ? OptionalInt.of(Processes.FINE) : OptionalInt.empty();
    }

    private static String message(Exception problem) {
        Stream<String> similar = problem instanceof UnmatchedArgumentException unmatched
                ? unmatched.getSuggestions().stream()
                : Stream.empty();
        return problem.getMessage()
                + similar.findFirst()
                        .map(option -> "; did you mean " + option + "?")
                        .orElse("");
    }
}
