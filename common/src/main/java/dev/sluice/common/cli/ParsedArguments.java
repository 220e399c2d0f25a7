package dev.sluice.common.cli;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** What a command line asks for, as far as all programs of ours understand it alike. */
public sealed interface ParsedArguments {

    /**
     * What the program itself offers.
     *
     * @param result the options that were given
     */
    record Options(ParseResult result) implements ParsedArguments {}

    /**
     * To show how the command is used.
     *
     * @param text the help, with a line break at the end
     */
    record Help(String text) implements ParsedArguments {}

    /** To show the version. */
    record Version() implements ParsedArguments {}

    /**
     * Something that the command does not offer.
     *
     * @param message what is wrong, without a line break at the end
     */
    record Unusable(String message) implements ParsedArguments {}

    /** What these arguments ask for. Adds {@code --version} and {@code --help} to the command, as its last options. */
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

    /** An option that has no value. */
    static OptionSpec flag(String name, String description) {
        return OptionSpec.builder(name)
                .type(boolean.class)
                .description(description)
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
