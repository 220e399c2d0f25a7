package dev.sluice.exporter;

import dev.sluice.common.cli.ParsedArguments;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The parsed command line. */
sealed interface CommandLineArguments {

    String SLURM_URL = "--slurm-url";

    /**
     * Runs the exporter.
     *
     * @param config the configuration
     */
    record Run(ConfigSource config) implements CommandLineArguments {}

    /**
     * Checks the configuration and exits.
     *
     * @param config the configuration
     */
    record CheckConfig(ConfigSource config) implements CommandLineArguments {}

    /**
     * Shows the usage.
     *
     * @param text help text with a final line break
     */
    record ShowHelp(String text) implements CommandLineArguments {}

    /**
     * Shows the metrics for CloudWatch and the cost of publishing them, without publishing.
     *
     * @param config the configuration
     */
    record CloudWatchDryRun(ConfigSource config) implements CommandLineArguments {}

    /**
     * Reports the problems of the clusters, each with a fix, and exits.
     *
     * @param config the configuration
     * @param json whether to print JSON
     * @param prometheus URL of the Prometheus to check; empty to skip the check
     */
    record Examine(ConfigSource config, boolean json, String prometheus) implements CommandLineArguments {}

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
                .addOption(value("--config", "FILE", "The configuration file (YAML)."))
                .addOption(value(
                        SLURM_URL, "URL", "Instead of a file, for a first try: where slurmrestd of a cluster listens."))
                .addOption(value("--token-file", "FILE", "With " + SLURM_URL + ": the file with the token."))
                .addOption(value("--cluster", "NAME", "With " + SLURM_URL + ": name of the cluster (default: slurm)."))
                .addOption(ParsedArguments.flag(
                        "--check-config", "Check the configuration file, print its problems, and exit."))
                .addOption(ParsedArguments.flag(
                        "--doctor", "Read every cluster once, print problems and cures, and exit."))
                .addOption(ParsedArguments.flag("--json", "With --doctor: print JSON."))
                .addOption(
                        value("--prometheus", "URL", "With --doctor: the Prometheus that should scrape this exporter."))
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
                        "       sluice-exporter --doctor [--json] [--prometheus URL]",
                        "                       (--config FILE | --slurm-url URL ...)",
                        "       sluice-exporter --version | --help")
                .footer("", "Exit codes: 0 success, 2 bad configuration or arguments, 1 any other failure.");
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
            return invalid("--config needs the name of a file");
        }
    }

    private static CommandLineArguments with(ConfigSource config, ParseResult result) {
        if (result.hasMatchedOption("--doctor")) {
            return new Examine(
                    config, result.hasMatchedOption("--json"), result.matchedOptionValue("--prometheus", ""));
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
