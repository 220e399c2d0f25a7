package dev.sluice.exporter;

import dev.sluice.common.cli.ParsedArguments;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The parsed command line. */
sealed interface CommandLineArguments {

    /**
     * Runs the exporter.
     *
     * @param config configuration file
     */
    record Run(Path config) implements CommandLineArguments {}

    /**
     * Checks the configuration file and exits.
     *
     * @param config configuration file
     */
    record CheckConfig(Path config) implements CommandLineArguments {}

    /**
     * Shows the usage.
     *
     * @param text help text with a final line break
     */
    record ShowHelp(String text) implements CommandLineArguments {}

    /**
     * Shows what would be published to CloudWatch and its cost, without publishing.
     *
     * @param config configuration file
     */
    record CloudWatchDryRun(Path config) implements CommandLineArguments {}

    /** Shows the version. */
    record ShowVersion() implements CommandLineArguments {}

    /**
     * Reports invalid arguments.
     *
     * @param message the problem and the correct usage, for standard error, without a final line break
     */
    record Invalid(String message) implements CommandLineArguments {}

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
                        "--check-config", "Check the configuration file, print its problems, and exit."))
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
                .footer("", "Exit codes: 0 success, 2 bad configuration or arguments, 1 any other failure.");
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
                        ? invalid("--check-config and --cloudwatch-dry-run are mutually exclusive")
                        : new CloudWatchDryRun(file);
            }
            return result.hasMatchedOption("--check-config") ? new CheckConfig(file) : new Run(file);
        } catch (InvalidPathException e) {
            return invalid("--config needs the name of a file");
        }
    }

    private static Invalid invalid(String message) {
        return new Invalid(message + "\nTry: sluice-exporter --help");
    }
}
