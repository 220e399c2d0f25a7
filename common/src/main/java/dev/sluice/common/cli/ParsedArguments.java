package dev.sluice.common.cli;

import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** A parsed command line: the options that all Sluice programs share, or the program's own options. */
public sealed interface ParsedArguments {

    /**
     * The program's own options.
     *
     * @param result the given options
     */
    record Options(ParseResult result) implements ParsedArguments {}

    /**
     * Shows the usage.
     *
     * @param text help text with a final line break
     */
    record Help(String text) implements ParsedArguments {}

    /** Shows the version. */
    record Version() implements ParsedArguments {}

    /**
     * Reports invalid arguments.
     *
     * @param message all problems, one line each, without a final line break
     */
    record Unusable(String message) implements ParsedArguments {}

    /** Parses the arguments. Adds {@code --version} and {@code --help} as the command's last options. */
    static ParsedArguments parse(CommandSpec specification, String... arguments) {
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
        CommandLine command =
                new CommandLine(specification).setExpandAtFiles(false).setCaseInsensitiveEnumValuesAllowed(true);
        ParseResult result = command.parseArgs(arguments);
        if (result.isUsageHelpRequested()) {
            return new Help(command.getUsageMessage(CommandLine.Help.Ansi.OFF));
        } else if (!result.errors().isEmpty()) {
            return new Unusable(result.errors().stream()
                    .map(ParsedArguments::message)
                    .distinct()
                    .collect(Collectors.joining("\n")));
        }
        return result.hasMatchedOption("--version") ? new Version() : new Options(result);
    }

    private static String message(Exception problem) {
        if (!(problem instanceof UnmatchedArgumentException unmatched)) {
            return String.valueOf(problem.getMessage());
        }
        String first = unmatched.getUnmatched().get(0);
        if (!unmatched.isUnknownOption()) {
            return "unexpected argument: " + first;
        }
        String suggestion = unmatched.getSuggestions().stream()
                .findFirst()
                .map(option -> "; did you mean " + option + "?")
                .orElse("");
        return "unknown option: " + first + suggestion;
    }
}
