package dev.sluice.exporter;

import dev.sluice.common.cli.ParsedArguments;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** What the command line asks for. */
sealed interface CommandLineArguments {

    /**
     * To run.
     *
     * @param config the configuration file
     */
    record Run(Path config) implements CommandLineArguments {}

    /**
     * To say whether the configuration file is good, and to run nothing.
     *
     * @param config the configuration file
     */
    record CheckConfig(Path config) implements CommandLineArguments {}

    /**
     * To show how the command is used.
     *
     * @param text the help, with a line break at the end
     */
    record ShowHelp(String text) implements CommandLineArguments {}

    /**
     * To say what would be published to CloudWatch and what it costs, and to publish nothing.
     *
     * @param config the configuration file
     */
    record CloudWatchDryRun(Path config) implements CommandLineArguments {}

    /** To show the version. */
    record ShowVersion() implements CommandLineArguments {}

    /**
     * Something that the command does not offer.
     *
     * @param message what is wrong and how it is right, for standard error, without a line break at the end
     */
    record Invalid(String message) implements CommandLineArguments {}

    /** What these arguments ask for. */
    static CommandLineArguments parse(String... arguments) {
        ParsedArguments parsed = ParsedArguments.parse(specification(), arguments);
        if (parsed instanceof ParsedArguments.Options options) {
            return asked(options.result());
        }
        if (parsed instanceof ParsedArguments.Help help) {
            return new ShowHelp(help.text());
        }
        return parsed instanceof ParsedArguments.Unusable unusable ? invalid(unusable.message()) : new ShowVersion();
    }

    private static CommandSpec specification() {
        CommandSpec specification = CommandSpec.create()
                .name("sluice-exporter")
                .addOption(OptionSpec.builder("--config")
                        .paramLabel("FILE")
                        .type(String.class)
                        .description("The configuration file (YAML).")
                        .build())
                .addOption(ParsedArguments.flag(
                        "--check-config", "Say what is wrong with the configuration file, and exit."))
                .addOption(ParsedArguments.flag(
                        "--cloudwatch-dry-run",
                        "Read every cluster once, show what would be published to CloudWatch and what it costs, and"
                                + " exit."));
        specification
                .usageMessage()
                .description("Exports the metrics of Slurm clusters.")
                .customSynopsis(
                        "sluice-exporter --config FILE [--check-config | --cloudwatch-dry-run]",
                        "       sluice-exporter --version | --help")
                .footer("", "Exit codes: 0 fine, 2 bad configuration or arguments, 1 anything else.");
        return specification;
    }

    private static CommandLineArguments asked(ParseResult result) {
        String config = result.matchedOptionValue("--config", "");
        if (config.isBlank()) {
            return invalid(result.hasMatchedOption("--config") ? "--config needs a file" : "--config FILE is missing");
        }
        try {
            Path file = Path.of(config);
            if (result.hasMatchedOption("--cloudwatch-dry-run")) {
                return result.hasMatchedOption("--check-config")
                        ? invalid("--check-config and --cloudwatch-dry-run exclude each other")
                        : new CloudWatchDryRun(file);
            }
            return result.hasMatchedOption("--check-config") ? new CheckConfig(file) : new Run(file);
        } catch (InvalidPathException e) {
            return invalid("--config needs a file, and this is not the name of one");
        }
    }

    private static Invalid invalid(String message) {
        return new Invalid(message + "\nTry: sluice-exporter --help");
    }
}
