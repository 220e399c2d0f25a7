package dev.sluice.exporter;

import dev.sluice.common.cli.ParsedArguments;
import dev.sluice.exporter.config.ConfigException;
import dev.sluice.exporter.config.ConfigLoader;
import dev.sluice.exporter.config.ExporterConfig;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line. */
@Command(
        name = "sluice-exporter",
        description = "Exports the metrics of Slurm clusters.",
        customSynopsis = {
            "sluice-exporter --config FILE [--check-config | --cloudwatch-dry-run]",
            "       sluice-exporter --slurm-url URL [--token-file FILE] [--cluster NAME]",
            "       sluice-exporter --doctor [--json] (--config FILE | --slurm-url URL ...)",
            "       sluice-exporter --version | --help"
        },
        footer = {"", "Exit codes: 0 success, 1 failure, 2 bad settings or arguments, 3 out of memory."})
final class ExporterCommand {

    @Option(names = "--config", paramLabel = "FILE", description = "The configuration file (YAML).")
    private Optional<String> config = Optional.empty();

    @Option(
            names = "--slurm-url",
            paramLabel = "URL",
            description = "Instead of a file, for a first try: where slurmrestd of a cluster listens.")
    private String slurmUrl = "";

    @Option(names = "--token-file", paramLabel = "FILE", description = "With --slurm-url: the file with the token.")
    private String tokenFile = "";

    @Option(
            names = "--cluster",
            paramLabel = "NAME",
            description = "With --slurm-url: name of the cluster (default: slurm).")
    private String cluster = "slurm";

    @Option(names = "--check-config", description = "Check the configuration file, print its problems, and exit.")
    boolean checkConfig;

    @Option(names = "--doctor", description = "Read every cluster once, print problems and cures, and exit.")
    boolean doctor;

    @Option(names = "--json", description = "With --doctor: print JSON.")
    boolean json;

    @Option(
            names = "--cloudwatch-dry-run",
            description = "Read every cluster once, show what would be published to CloudWatch and what it costs, and"
                    + " exit.")
    boolean cloudWatchDryRun;

    ParsedArguments parse(String... arguments) {
        ParsedArguments parsed = ParsedArguments.parse(new CommandLine(this), ExporterMain.class, arguments);
        return parsed.usable()
                ? new ParsedArguments(Optional.empty(), problem().stream().toList())
                : parsed;
    }

    private Optional<String> problem() {
        String file = config.orElse("");
        if (Stream.of(checkConfig, doctor, cloudWatchDryRun)
                        .filter(given -> given)
                        .count()
                > 1) {
            return Optional.of("--check-config, --doctor and --cloudwatch-dry-run exclude each other");
        } else if (!file.isBlank() && !slurmUrl.isBlank()) {
            return Optional.of("--config and --slurm-url exclude each other");
        } else if (file.isBlank() && slurmUrl.isBlank()) {
            return Optional.of(config.isPresent() ? "--config needs a file" : "--config FILE is missing");
        }
        try {
            Path unused = Path.of(file);
            return Optional.empty();
        } catch (InvalidPathException e) {
            return Optional.of("--config needs the name of a file");
        }
    }

    /** Returns the source of the configuration for messages. */
    String source() {
        return slurmUrl.isBlank() ? config.orElse("") : "command line";
    }

    /** Returns the configuration, or throws an exception that lists all its problems. */
    ExporterConfig load() throws ConfigException {
        if (slurmUrl.isBlank()) {
            return ConfigLoader.load(Path.of(config.orElse("")));
        }
        String token = tokenFile.isBlank() ? "" : ", tokenFile: " + quoted(tokenFile);
        return ConfigLoader.parse(
                source(),
                "clusters: [{name: " + quoted(cluster) + ", slurm: {url: " + quoted(slurmUrl) + token + "}}]\n");
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
