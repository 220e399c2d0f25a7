package dev.sluice.exporter;

import dev.sluice.common.cli.ParsedArguments;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** What the command line asks for. */
sealed interface CommandLineArguments {

    String SLURM_URL = "--slurm-url";

    /**
     * To run.
     *
     * @param config the configuration
     */
    record Run(ConfigSource config) implements CommandLineArguments {}

    /**
     * To say whether the configuration is good, and to run nothing.
     *
     * @param config the configuration
     */
    record CheckConfig(ConfigSource config) implements CommandLineArguments {}

    /**
     * To show how the command is used.
     *
     * @param text the help, with a line break at the end
     */
    record ShowHelp(String text) implements CommandLineArguments {}

    /**
     * To say what would be published to CloudWatch and what it costs, and to publish nothing.
     *
     * @param config the configuration
     */
    record CloudWatchDryRun(ConfigSource config) implements CommandLineArguments {}

    /**
     * To say what is wrong with the clusters and how to cure it, and to run nothing.
     *
     * @param config the configuration
     * @param json whether programs read it
     */
    record Examine(ConfigSource config, boolean json) implements CommandLineArguments {}

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
                .addOption(value("--config", "FILE", "The configuration file (YAML)."))
                .addOption(value(
                        SLURM_URL, "URL", "Instead of a file, for a first try: where slurmrestd of a cluster listens."))
                .addOption(value("--token-file", "FILE", "With " + SLURM_URL + ": the file that holds the token."))
                .addOption(value("--cluster", "NAME", "With " + SLURM_URL + ": name of the cluster (default: slurm)."))
                .addOption(
                        ParsedArguments.flag("--check-config", "Say what is wrong with the configuration, and exit."))
                .addOption(ParsedArguments.flag(
                        "--doctor", "Read every cluster once, say what is wrong and how to cure it, and exit."))
                .addOption(ParsedArguments.flag("--json", "With --doctor: for programs."))
                .addOption(ParsedArguments.flag(
                        "--cloudwatch-dry-run",
                        "Read every cluster once, show what would be published to CloudWatch and what it costs, and"
                                + " exit."));
        specification
                .usageMessage()
                .description("Exports the metrics of Slurm clusters.")
                .customSynopsis(
                        "sluice-exporter --config FILE [--check-config | --cloudwatch-dry-run]",
                        "       sluice-exporter --slurm-url URL [--token-file FILE] [--cluster NAME]",
                        "       sluice-exporter --doctor [--json] (--config FILE | --slurm-url URL ...)",
                        "       sluice-exporter --version | --help")
                .footer("", "Exit codes: 0 fine, 2 bad configuration or arguments, 1 anything else.");
        return specification;
    }

    private static OptionSpec value(String name, String label, String description) {
        return OptionSpec.builder(name)
                .paramLabel(label)
                .type(String.class)
                .description(description)
                .build();
    }

    private static CommandLineArguments asked(ParseResult result) {
        if (Stream.of("--check-config", "--doctor", "--cloudwatch-dry-run")
                        .filter(result::hasMatchedOption)
                        .count()
                > 1) {
            return invalid("--check-config, --doctor and --cloudwatch-dry-run exclude each other");
        }
        String file = result.matchedOptionValue("--config", "");
        String url = result.matchedOptionValue(SLURM_URL, "");
        if (!url.isBlank()) {
            return file.isBlank()
                    ? with(
                            new ConfigSource.Flags(
                                    result.matchedOptionValue("--cluster", "slurm"),
                                    url,
                                    Optional.of(result.matchedOptionValue("--token-file", ""))
                                            .filter(token -> !token.isBlank())),
                            result)
                    : invalid("--config and " + SLURM_URL + " exclude each other");
        }
        if (file.isBlank()) {
            return invalid(result.hasMatchedOption("--config") ? "--config needs a file" : "--config FILE is missing");
        }
        try {
            return with(new ConfigSource.File(Path.of(file)), result);
        } catch (InvalidPathException e) {
            return invalid("--config needs a file, and this is not the name of one");
        }
    }

    private static CommandLineArguments with(ConfigSource config, ParseResult result) {
        if (result.hasMatchedOption("--doctor")) {
            return new Examine(config, result.hasMatchedOption("--json"));
        }
        if (result.hasMatchedOption("--cloudwatch-dry-run")) {
            return new CloudWatchDryRun(config);
        }
        return result.hasMatchedOption("--check-config") ? new CheckConfig(config) : new Run(config);
    }

    private static Invalid invalid(String message) {
        return new Invalid(message + "\nTry: sluice-exporter --help");
    }
}
