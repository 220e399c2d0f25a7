package dev.sluice.exporter;

import static dev.sluice.common.cli.ParsedArguments.flag;
import static dev.sluice.common.cli.ParsedArguments.value;

import dev.sluice.common.cli.ParsedArguments;
import dev.sluice.common.cli.Processes;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** The parsed command line. */
sealed interface CommandLineArguments {

    String SLURM_URL = "--slurm-url";

    /** The work of the process. */
    enum Action {
        EXPORT,
        CHECK_CONFIG,
        /** Reports the problems of the clusters, each with a fix. */
        DOCTOR,
        /** Shows the metrics for CloudWatch and the cost of publishing them, without publishing. */
        CLOUDWATCH_DRY_RUN
    }

    /**
     * Works with a configuration.
     *
     * @param json whether {@link Action#DOCTOR} prints JSON
     * @param prometheus URL of the Prometheus that {@link Action#DOCTOR} checks; empty to skip the check
     */
    record Run(Action action, ConfigSource config, boolean json, String prometheus) implements CommandLineArguments {}

    /**
     * Prints the usage or the version to standard output, or the problem of invalid arguments to standard error.
     *
     * @param text text with a final line break
     */
    record Print(String text, int exitCode) implements CommandLineArguments {}

    static CommandLineArguments parse(String... arguments) {
        ParsedArguments parsed = ParsedArguments.parse(specification(), arguments);
        if (parsed instanceof ParsedArguments.Options options) {
            return asked(options.result());
        }
        if (parsed instanceof ParsedArguments.Unusable unusable) {
            return invalid(unusable.message());
        }
        return new Print(
                parsed instanceof ParsedArguments.Help help
                        ? help.text()
                        : "sluice-exporter " + Processes.version(ExporterMain.class) + "\n",
                Processes.FINE);
    }

    private static CommandSpec specification() {
        CommandSpec specification = CommandSpec.create()
                .name("sluice-exporter")
                .addOption(value("--config", "FILE", "The configuration file (YAML).", false))
                .addOption(value(
                        SLURM_URL,
                        "URL",
                        "Instead of a file, for a first try: where slurmrestd of a cluster listens.",
                        false))
                .addOption(value("--token-file", "FILE", "With " + SLURM_URL + ": the file with the token.", false))
                .addOption(value(
                        "--cluster", "NAME", "With " + SLURM_URL + ": name of the cluster (default: slurm).", false))
                .addOption(flag("--check-config", "Check the configuration file, print its problems, and exit."))
                .addOption(flag("--doctor", "Read every cluster once, print problems and cures, and exit."))
                .addOption(flag("--json", "With --doctor: print JSON."))
                .addOption(value(
                        "--prometheus",
                        "URL",
                        "With --doctor: the Prometheus that should scrape this exporter.",
                        false))
                .addOption(flag(
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

    private static CommandLineArguments asked(ParseResult result) {
        List<Action> actions = Stream.of(Action.values())
                .filter(action -> result.hasMatchedOption(
                        "--" + action.name().toLowerCase(Locale.ROOT).replace('_', '-')))
                .toList();
        if (actions.size() > 1) {
            return invalid("--check-config, --doctor and --cloudwatch-dry-run exclude each other");
        }
        String file = result.matchedOptionValue("--config", "");
        String url = result.matchedOptionValue(SLURM_URL, "");
        if (!file.isBlank() && !url.isBlank()) {
            return invalid("--config and " + SLURM_URL + " exclude each other");
        }
        if (file.isBlank() && url.isBlank()) {
            return invalid(result.hasMatchedOption("--config") ? "--config needs a file" : "--config FILE is missing");
        }
        try {
            return new Run(
                    actions.isEmpty() ? Action.EXPORT : actions.get(0),
                    url.isBlank() ? new ConfigSource.File(Path.of(file)) : flags(url, result),
                    result.hasMatchedOption("--json"),
                    result.matchedOptionValue("--prometheus", ""));
        } catch (InvalidPathException e) {
            return invalid("--config needs the name of a file");
        }
    }

    private static ConfigSource flags(String url, ParseResult result) {
        return new ConfigSource.Flags(
                result.matchedOptionValue("--cluster", "slurm"),
                url,
                Optional.of(result.matchedOptionValue("--token-file", "")).filter(token -> !token.isBlank()));
    }

    private static Print invalid(String message) {
        return new Print(message + "\nTry: sluice-exporter --help\n", Processes.BAD_INPUT);
    }
}
