package dev.sluice.common.cli;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
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
     * @param message the problem, without a final line break
     */
    record Unusable(String message) implements ParsedArguments {}

    /** Parses the arguments. Adds {@code --version} and {@code --help} as the command's last options. */
    static ParsedArguments parse(CommandSpec specification, String... arguments) {
        specification
                .addOption(flag("--version", "Show the version, and exit."))
                .addOption(OptionSpec.builder("--help")
                        .usageHelp(true)
                        .type(boolean.class)
                        .description("Show this help, and exit.")
                        .build());
        specification.usageMessage().sortOptions(false);
        CommandLine command = new CommandLine(specification).setExpandAtFiles(false);
        try {
            ParseResult result = command.parseArgs(arguments);
            if (result.isUsageHelpRequested()) {
                return new Help(command.getUsageMessage(CommandLine.Help.Ansi.OFF));
            }
            return result.hasMatchedOption("--version") ? new Version() : new Options(result);
        } catch (UnmatchedArgumentException e) {
            return new Unusable(unmatched(e));
        } catch (ParameterException e) {
            return new Unusable(String.valueOf(e.getMessage()));
        }
    }

    /** Returns an option without a value. */
    static OptionSpec flag(String name, String description) {
        return OptionSpec.builder(name)
                .type(boolean.class)
                .description(description)
                .build();
    }

    /** Returns an option with one value. */
    static OptionSpec value(String name, String label, String description, boolean required) {
        return OptionSpec.builder(name)
                .type(String.class)
                .paramLabel(label)
                .description(description)
                .required(required)
                .build();
    }

    private static String unmatched(UnmatchedArgumentException e) {
        String first = e.getUnmatched().get(0);
        if (!e.isUnknownOption()) {
            return "unexpected argument: " + first;
        }
        String suggestion = e.getSuggestions().stream()
                .findFirst()
                .map(option -> "; did you mean " + option + "?")
                .orElse("");
        return "unknown option: " + first + suggestion;
    }
}
