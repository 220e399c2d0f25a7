package dev.sluice.exporter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.sluice.common.cli.ParsedArguments;
import dev.sluice.exporter.config.ConfigException;
import dev.sluice.exporter.config.ExporterConfig.ClusterConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ExporterCommandTest {

    private final ExporterCommand command = new ExporterCommand();

    @Test
    void aFileIsTakenLiterally() {
        command.parse("--config", "@file");

        assertThat(command.source()).isEqualTo("@file");
        assertThat(command.checkConfig || command.doctor || command.cloudWatchDryRun)
                .isFalse();
    }

    @Test
    void aUrlIsAConfigurationWithoutAFile() throws ConfigException {
        command.parse("--doctor", "--json", "--slurm-url=http://a:1", "--token-file", "/it's/t", "--cluster", "c");

        assertThat(command.doctor && command.json).isTrue();
        assertThat(command.source()).isEqualTo("command line");
        ClusterConfig cluster = command.load().clusters().get(0);
        assertThat(cluster.name()).isEqualTo("c");
        assertThat(cluster.slurm().url()).hasToString("http://a:1");
        assertThat(cluster.slurm().tokenFile()).contains(Path.of("/it's/t"));
    }

    @ParameterizedTest
    @MethodSource
    void refuses(List<String> arguments, String message) {
        assertThat(command.parse(arguments.toArray(String[]::new)))
                .isEqualTo(new ParsedArguments(Optional.empty(), List.of(message)));
    }

    static Stream<Arguments> refuses() {
        return Stream.of(
                arguments(List.of(), "--config FILE is missing"),
                arguments(List.of("--check-config"), "--config FILE is missing"),
                arguments(List.of("--config", ""), "--config needs a file"),
                arguments(List.of("--config", "a\0b"), "--config needs the name of a file"),
                arguments(List.of("--conifg", "a"), "Unknown options: '--conifg', 'a'; did you mean --config?"),
                arguments(List.of("-x"), "Unknown option: '-x'"),
                arguments(List.of("--config", "a", "b"), "Unmatched argument at index 2: 'b'"),
                arguments(
                        List.of("--config", "a", "--slurm-url", "http://a:1"),
                        "--config and --slurm-url exclude each other"),
                arguments(
                        List.of("--config", "a", "--cloudwatch-dry-run", "--check-config"),
                        "--check-config, --doctor and --cloudwatch-dry-run exclude each other"),
                arguments(
                        List.of("--config", "a", "--config", "b"),
                        "option '--config' (FILE) should be specified only once"));
    }

    @Test
    void helpAndVersionNeedNoConfiguration() {
        assertThat(command.parse("--version"))
                .isEqualTo(new ParsedArguments(Optional.of("sluice-exporter development\n"), List.of()));
        assertThat(command.parse("--help", "--check-config").shown()).contains("""
                Usage: sluice-exporter --config FILE [--check-config | --cloudwatch-dry-run]
                       sluice-exporter --slurm-url URL [--token-file FILE] [--cluster NAME]
                       sluice-exporter --doctor [--json] (--config FILE | --slurm-url URL ...)
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
                      --cloudwatch-dry-run   Read every cluster once, show what would be
                                               published to CloudWatch and what it costs, and
                                               exit.
                      --version              Show the version, and exit.
                      --help                 Show this help, and exit.

                Exit codes: 0 success, 1 failure, 2 bad settings or arguments, 3 out of memory.
                """);
    }
}
