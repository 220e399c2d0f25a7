package dev.sluice.exporter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.sluice.exporter.CommandLineArguments.CheckConfig;
import dev.sluice.exporter.CommandLineArguments.Examine;
import dev.sluice.exporter.CommandLineArguments.Invalid;
import dev.sluice.exporter.CommandLineArguments.Run;
import dev.sluice.exporter.CommandLineArguments.ShowHelp;
import dev.sluice.exporter.CommandLineArguments.ShowVersion;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CommandLineArgumentsTest {

    @ParameterizedTest
    @MethodSource
    void understands(List<String> arguments, CommandLineArguments expected) {
        assertThat(parsed(arguments)).isEqualTo(expected);
    }

    static Stream<Arguments> understands() {
        ConfigSource file = new ConfigSource.File(Path.of("exporter.yaml"));
        return Stream.of(
                arguments(List.of("--config", "exporter.yaml"), new Run(file)),
                arguments(List.of("--config=exporter.yaml"), new Run(file)),
                arguments(List.of("--config", "@file"), new Run(new ConfigSource.File(Path.of("@file")))),
                arguments(List.of("--check-config", "--config", "exporter.yaml"), new CheckConfig(file)),
                arguments(List.of("--config", "exporter.yaml", "--check-config"), new CheckConfig(file)),
                arguments(List.of("--doctor", "--config", "exporter.yaml"), new Examine(file, false, "")),
                arguments(
                        List.of(
                                "--doctor",
                                "--json",
                                "--prometheus",
                                "http://p:9090",
                                "--slurm-url",
                                "http://a:1",
                                "--token-file",
                                "t",
                                "--cluster",
                                "c"),
                        new Examine(
                                new ConfigSource.Flags("c", "http://a:1", Optional.of("t")), true, "http://p:9090")),
                arguments(
                        List.of("--slurm-url", "http://a:1"),
                        new Run(new ConfigSource.Flags("slurm", "http://a:1", Optional.empty()))),
                arguments(List.of("--version"), new ShowVersion()),
                arguments(List.of("--version", "--config", "exporter.yaml"), new ShowVersion()));
    }

    @ParameterizedTest
    @MethodSource
    void refuses(List<String> arguments, String message) {
        assertThat(parsed(arguments)).isEqualTo(new Invalid(message + "\nTry: sluice-exporter --help"));
    }

    static Stream<Arguments> refuses() {
        String notAFile = "--config needs the name of a file";
        return Stream.of(
                arguments(List.of(), "--config FILE is missing"),
                arguments(List.of("--check-config"), "--config FILE is missing"),
                arguments(List.of("--config", ""), "--config needs a file"),
                arguments(List.of("--config", "a\0b"), notAFile),
                arguments(List.of("--conifg", "a"), "unknown option: --conifg; did you mean --config?"),
                arguments(
                        List.of("--check-conf", "--config", "a"),
                        "unknown option: --check-conf; did you mean --check-config?"),
                arguments(List.of("-x"), "unknown option: -x"),
                arguments(List.of("exporter.yaml"), "unexpected argument: exporter.yaml"),
                arguments(
                        List.of("--config", "a", "--slurm-url", "http://a:1"),
                        "--config and --slurm-url exclude each other"),
                arguments(List.of("--config", "a", "b"), "unexpected argument: b"));
    }

    @Test
    void refusesAConfigWithoutItsFile() {
        assertThat(parsed(List.of("--config")))
                .isInstanceOf(Invalid.class)
                .asString()
                .contains("--config");
        assertThat(parsed(List.of("--config", "--check-config")))
                .isInstanceOf(Invalid.class)
                .asString()
                .contains("--config");
    }

    @Test
    void refusesTwoConfigs() {
        assertThat(parsed(List.of("--config", "a", "--config", "b")))
                .isInstanceOf(Invalid.class)
                .asString()
                .contains("--config");
    }

    @Test
    void helpShowsEveryOptionAndTheExitCodes() {
        assertThat(parsed(List.of("--help"))).isEqualTo(new ShowHelp("""
                Usage: sluice-exporter --config FILE [--check-config | --cloudwatch-dry-run]
                       sluice-exporter --slurm-url URL [--token-file FILE] [--cluster NAME]
                       sluice-exporter --doctor [--json] [--prometheus URL]
                                       (--config FILE | --slurm-url URL ...)
                       sluice-exporter --version | --help
                Exports the metrics of Slurm clusters.
                      --config=FILE          The configuration file (YAML).
                      --slurm-url=URL        Instead of a file, for a first try: where
                                               slurmrestd of a cluster listens.
                      --token-file=FILE      With --slurm-url: the file with the token.
                      --cluster=NAME         With --slurm-url: name of the cluster (default:
                                               slurm).
                      --check-config         Check the configuration file, print its problems,
                                               and exit.
                      --doctor               Read every cluster once, print problems and cures,
                                               and exit.
                      --json                 With --doctor: print JSON.
                      --prometheus=URL       With --doctor: the Prometheus that should scrape
                                               this exporter.
                      --cloudwatch-dry-run   Read every cluster once, show what would be
                                               published to CloudWatch and what it costs, and
                                               exit.
                      --version              Show the version, and exit.
                      --help                 Show this help, and exit.

                Exit codes: 0 success, 2 bad configuration or arguments, 1 any other failure.
                """));
    }

    @Test
    void understandsTheDryRun() {
        assertThat(parsed(List.of("--config", "a", "--cloudwatch-dry-run")))
                .isEqualTo(new CommandLineArguments.CloudWatchDryRun(new ConfigSource.File(Path.of("a"))));
        assertThat(parsed(List.of("--config", "a", "--cloudwatch-dry-run", "--check-config")))
                .isInstanceOf(Invalid.class)
                .asString()
                .contains("exclude each other");
    }

    @Test
    void helpNeedsNoConfig() {
        assertThat(parsed(List.of("--help", "--check-config"))).isInstanceOf(ShowHelp.class);
    }

    private static CommandLineArguments parsed(List<String> arguments) {
        return CommandLineArguments.parse(arguments.toArray(String[]::new));
    }
}
