package dev.sluice.exporter.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.common.log.LogFormat;
import dev.sluice.exporter.access.ListenConfig;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigRulesTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "squeue: /s|squeue: /s|1",
                "squeue: /s|squeue: /t|0",
                "squeue: /s, tokenFile: t, squeueServer: 'a:6817'|squeue: /s, tokenFile: t, squeueServer: 'a:6817'|1",
                "squeue: /s, tokenFile: t, squeueServer: 'a:6817'|squeue: /s, tokenFile: t, squeueServer: 'b:6817'|0"
            })
    void refusesASqueueThatShowsAnotherClustersJobs(String first, String second, int problems) {
        assertThat(Loaded.messages(
                        "clusters: [{name: a, slurm: {url: 'http://a', %s}}, {name: b, slurm: {url: 'http://b', %s}}]"
                                .formatted(first, second)))
                .hasSize(problems)
                .allMatch(problem -> problem.startsWith("clusters: slurm.squeue of b is that of another cluster"));
    }

    private static String withCluster(String flowMapping) {
        return flowMapping.replaceFirst("\\{", "{clusters: [{name: a, slurm: {url: 'http://h'}}], ");
    }

    @Test
    void takesAnAgeAndALongestIntervalOfExactlyTheInterval() {
        assertThat(Loaded.messages(withCluster("{poll: {interval: 1m, maxAge: 1m, maxInterval: 1m}}")))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"14s, 1", "15s, 1", "15s1ms, 0"})
    void refusesToWithholdDemandBetweenTwoPolls(String age, int problems) {
        assertThat(Loaded.messages("clusters: [{name: a, slurm: {url: 'http://h'}, "
                        + "kubernetes: {enabled: true, scaling: {maxAge: " + age + "}}}]"))
                .hasSize(problems)
                .allMatch(problem -> problem.contains("expected longer than poll.interval, which is 15s"));
    }

    @Test
    void readsEveryKeyThatHasNoSection() throws ConfigException {
        ExporterConfig config = Loaded.from("""
                clusters: [{name: a, slurm: {url: 'http://h'}}]
                poll: {interval: 1s, dutyCycle: 1, maxAge: 9m30s, timeout: 1m500ms, jobsTimeout: 10001ms}
                prometheus: {host: "::1", port: 0}
                api: {host: localhost, port: 65535}
                metrics: {topUsers: 0, topAccounts: 10000}
                log: {level: debug, format: json}
                """);

        assertThat(config.poll().interval()).isEqualTo(Duration.ofSeconds(1));
        assertThat(config.poll().dutyCycle()).isEqualTo(1.0);
        assertThat(config.poll().maxAge()).contains(Duration.ofSeconds(570));
        assertThat(config.poll().timeout()).isEqualTo(Duration.ofMillis(60_500));
        assertThat(config.poll().jobsTimeout()).isEqualTo(Duration.ofMillis(10_001));
        assertThat(config.prometheus().listen()).isEqualTo(new ListenConfig("::1", 0));
        assertThat(config.api().listen()).isEqualTo(new ListenConfig("localhost", 65535));
        assertThat(config.metrics())
                .isEqualTo(Loaded.changed(
                        Loaded.changed(Loaded.DEFAULTS.metrics(), "topUsers", 0), "topAccounts", 10_000));
        assertThat(config.log()).isEqualTo(new LogConfig(LogConfig.LogLevel.DEBUG, LogFormat.JSON));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"123\"", "'yes'", "a", "Höchstleistungsrechner", "two words", "\"\\U0001F680\""})
    void takesAsName(String name) {
        assertThat(Loaded.messages("clusters: [{name: " + name + ", slurm: {url: 'http://h'}}]"))
                .isEmpty();
    }

    @Test
    void takesANameOf128CharactersOutsideOfTheBasicPlane() {
        String name = "\uD83D\uDE80".repeat(128);

        assertThat(Loaded.messages("clusters: [{name: '" + name + "', slurm: {url: 'http://h'}}]"))
                .isEmpty();
    }

    @Test
    void dotsInPathsAreResolved() throws ConfigException {
        ExporterConfig config =
                Loaded.from("clusters: [{name: a, slurm: {url: 'https://h', tls: {caFile: ../ca.pem}}}]");

        assertThat(config.clusters().get(0).slurm().tls().orElseThrow().caFile())
                .contains(Path.of("/etc/ca.pem"));
    }
}
