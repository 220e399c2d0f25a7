package dev.sluice.exporter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.sluice.exporter.CommandLineArguments.Action;
import dev.sluice.exporter.CommandLineArguments.Print;
import dev.sluice.exporter.CommandLineArguments.Run;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
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
        Print version = new Print("sluice-exporter development\n", 0);
        return Stream.of(
                arguments(List.of("--config", "exporter.yaml"), export(file)),
                arguments(List.of("--config=exporter.yaml"), export(file)),
                arguments(List.of("--config", "@file"), export(new ConfigSource.File(Path.of("@file")))),
                arguments(
                        List.of("--check-config", "--config", "exporter.yaml"),
                        new Run(Action.CHECK_CONFIG, file, false, "")),
                arguments(
                        List.of("--config", "exporter.yaml", "--check-config"),
                        new Run(Action.CHECK_CONFIG, file, false, "")),
                arguments(List.of("--doctor", "--config", "exporter.yaml"), new Run(Action.DOCTOR, file, false, "")),
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
                        new Run(
                                Action.DOCTOR,
                                new ConfigSource.Flags("c", "http://a:1", Optional.of("t")),
                                true,
                                "http://p:9090")),
                arguments(
                        List.of("--slurm-url", "http://a:1"),
                        export(new ConfigSource.Flags("slurm", "http://a:1", Optional.empty()))),
                arguments(List.of("--version"), version),
                arguments(List.of("--version", "--config", "exporter.yaml"), version));
    }

    @ParameterizedTest
    @MethodSource
    void refuses(List<String> arguments, String message) {
        assertThat(parsed(arguments)).isEqualTo(new Print(message + "\nTry: sluice-exporter --help\n", 2));
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
        assertThat(problem(parsed(List.of("--config")))).contains("--config");
        assertThat(problem(parsed(List.of("--config", "--check-config")))).contains("--config");
    }

    @Test
    void refusesTwoConfigs() {
        assertThat(problem(parsed(List.of("--config", "a", "--config", "b")))).contains("--config");
    }

    @Test
    void helpShowsEveryOptionAndTheExitCodes() {
        assertThat(parsed(List.of("--help"))).isEqualTo(new Print("""
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
                """, 0));
    }

    @Test
    void understandsTheDryRun() {
        assertThat(parsed(List.of("--config", "a", "--cloudwatch-dry-run")))
                .isEqualTo(new Run(Action.CLOUDWATCH_DRY_RUN, new ConfigSource.File(Path.of("a")), false, ""));
        assertThat(problem(parsed(List.of("--config", "a", "--cloudwatch-dry-run", "--check-config"))))
                .contains("exclude each other");
    }

    @Test
    void helpNeedsNoConfig() {
        assertThat(parsed(List.of("--help", "--check-config"))).isEqualTo(parsed(List.of("--help")));
    }

    private static Run export(ConfigSource config) {
        return new Run(Action.EXPORT, config, false, "");
    }

    private static String problem(CommandLineArguments refused) {
        assertThat(refused)
                .asInstanceOf(InstanceOfAssertFactories.type(Print.class))
                .returns(2, Print::exitCode);
        return ((Print) refused).text();
    }

    private static CommandLineArguments parsed(List<String> arguments) {
        return CommandLineArguments.parse(arguments.toArray(String[]::new));
    }
}
