package dev.sluice.exporter.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.sluice.common.log.LogFormat;
import dev.sluice.exporter.access.ListenConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigRulesTest {

    @ParameterizedTest
    @MethodSource
    void refusesAtTheTop(String yaml, String problem) {
        assertThat(Loaded.problemsBesideCluster(yaml)).containsExactly(problem);
    }

    static Stream<Arguments> refusesAtTheTop() {
        return Stream.of(
                arguments("poll: {interval: 999ms}", "poll.interval: expected a duration, 1s to 5m, got 999ms"),
                arguments("poll: {interval: 5m1ms}", "poll.interval: expected a duration, 1s to 5m, got 5m1ms"),
                arguments("poll: {timeout: 0s}", "poll.timeout: expected a duration, 1s to 1h, got 0s"),
                arguments("poll: {maxAge: 10m1ms}", "poll.maxAge: expected a duration, 1s to 10m, got 10m1ms"),
                arguments(
                        "poll: {interval: 1m, maxAge: 59s}",
                        "poll.maxAge: shorter than the interval, so values would expire between polls;"
                                + " expected at least 1m"),
                arguments("poll: {maxInterval: 301s}", "poll.maxInterval: expected a duration, 1s to 5m, got 5m1s"),
                arguments(
                        "poll: {interval: 1m, maxInterval: 59s}",
                        "poll.maxInterval: shorter than the interval; expected at least 1m"),
                arguments("poll: {slowInterval: 6m}", "poll.slowInterval: expected a duration, 1s to 5m, got 6m"),
                arguments(
                        "poll: {accountingInterval: 6m}",
                        "poll.accountingInterval: expected a duration, 1s to 5m, got 6m"),
                arguments(
                        "poll: {jobsTimeout: 10s}",
                        "poll.jobsTimeout: expected a duration, longer than 10s, at most 1h, got 10s"),
                arguments(
                        "poll: {interval: 15}",
                        "poll.interval: a duration needs a unit (ms, s, m or h); did you mean \"15s\"?"),
                arguments(
                        "poll: {interval: '15'}",
                        "poll.interval: a duration needs a unit (ms, s, m or h); did you mean \"15s\"?"),
                arguments(
                        "poll: {interval: 15 seconds}",
                        "poll.interval: expected a duration such as 500ms, 15s, 2m or 1h30m, got \"15 seconds\""),
                arguments("poll: {dutyCycle: 0}", "poll.dutyCycle: " + fraction("the number 0")),
                arguments("poll: {dutyCycle: -0.1}", "poll.dutyCycle: " + fraction("the number -0.1")),
                arguments("poll: {dutyCycle: 1.01}", "poll.dutyCycle: " + fraction("the number 1.01")),
                arguments("poll: {dutyCycle: .nan}", "poll.dutyCycle: " + fraction("the word .nan")),
                arguments("poll: {dutyCycle: 10%}", "poll.dutyCycle: " + fraction("a text; did you mean 0.1?")),
                arguments("api: {port: -1}", "api.port: " + port("the number -1")),
                arguments("api: {port: 65536}", "api.port: " + port("the number 65536")),
                arguments("api: {port: '8080'}", "api.port: " + port("a text")),
                arguments("api: {port: 8080.0}", "api.port: " + port("the number 8080.0")),
                arguments("api: {host: ''}", "api.host: " + host("\"\"")),
                arguments("api: {host: a b}", "api.host: " + host("\"a b\"")),
                arguments("api: {host: \"a\\r\\nb\"}", "api.host: " + host("\"a\\u000d\\u000ab\"")),
                arguments("api: {port: 9341}", shared("api", 9341)),
                arguments("prometheus: {port: 8080}", shared("prometheus", 8080)),
                arguments(
                        "prices: {perHour: [{resource: cpu, price: 3,20}]}",
                        "prices.perHour[0].20: unknown key; write a decimal point instead of a comma"),
                arguments(
                        "metrics: {topUsers: 10001}",
                        "metrics.topUsers: expected a whole number, 0 to 10000, got the number 10001"),
                arguments(
                        "metrics: {topAccounts: -1}",
                        "metrics.topAccounts: expected a whole number, 0 to 10000, got the number -1"),
                arguments("log: {level: INFO}", "log.level: expected one of error, warn, info, debug, got \"INFO\""),
                arguments("log: {level: off}", "log.level: expected one of error, warn, info, debug, got \"off\""),
                arguments("log: {format: xml}", "log.format: expected one of text, json, got \"xml\""),
                arguments("log:", "log: expected a section with keys such as level:, got nothing"),
                arguments("log: json", "log: expected a section with keys such as level:, got a text"),
                arguments("log: [level]", "log: expected a section with keys such as level:, got a list"),
                arguments("logs: {}", "logs: unknown key; did you mean \"log\"?"),
                arguments("POLL: {}", "POLL: unknown key; did you mean \"poll\"?"),
                arguments("poll: {duty_cycle: 0.1}", "poll.duty_cycle: unknown key; did you mean \"dutyCycle\"?"),
                arguments("poll: {jobTimeout: 1m}", "poll.jobTimeout: unknown key; did you mean \"jobsTimeout\"?"),
                arguments(
                        "\"a.b\\n\": 1",
                        "\"a.b\\u000a\": unknown key;"
                                + " expected one of clusters, poll, prometheus, api, metrics, prices, cloudwatch, otlp,"
                                + " log"),
                arguments("log: {level: info, level: info}", "log.level: duplicate key; already used in line 2"));
    }

    private static String fraction(String got) {
        return "expected a number above 0, at most 1, got " + got;
    }

    private static String port(String got) {
        return "expected a whole number, 0 to 65535, got " + got;
    }

    private static String host(String got) {
        return "expected a host name or address without spaces or control characters, got " + got;
    }

    private static String shared(String section, int port) {
        return section + ".port: prometheus and api cannot share port " + port + "; expected two different ports";
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{prometheus: {port: 1, host: '::'}, api: {port: 1, host: 127.0.0.1}}",
                "{prometheus: {port: 1, host: 127.0.0.1}, api: {port: 1, host: 0.0.0.0}}",
                "{prometheus: {port: 1, host: a}, api: {port: 1, host: a}}"
            })
    void refusesOnePortForBothServers(String servers) {
        assertThat(Loaded.messages(withCluster(servers)))
                .containsExactly("api.port: prometheus and api cannot share port 1; expected two different ports");
    }

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
    @MethodSource
    void refusesAsName(String name, String problem) {
        assertThat(Loaded.messages("clusters: [{name: " + name + ", slurm: {url: 'http://h'}}]"))
                .containsExactly("clusters[0].name: " + problem);
    }

    static Stream<Arguments> refusesAsName() {
        String text = "expected text, 1 to 128 characters, got ";
        return Stream.of(
                arguments("123", text + "the number 123; write it in quotes: \"123\""),
                arguments("1.5", text + "the number 1.5; write it in quotes: \"1.5\""),
                arguments("0x1F", text + "the word 0x1F; write it in quotes: \"0x1F\""),
                arguments("yes", text + "the word yes; write it in quotes: \"yes\""),
                arguments("Off", text + "the word Off; write it in quotes: \"Off\""),
                arguments("true", text + "true; write it in quotes: \"true\""),
                arguments("~", text + "the word ~; write it in quotes: \"~\""),
                arguments("null", text + "nothing"),
                arguments("", text + "nothing"),
                arguments("[a]", text + "a list"),
                arguments("{a: b}", text + "a section"),
                arguments("\" \"", "expected a text, 1 to 128 characters, got a blank one"),
                arguments("\"\"", "expected a text, 1 to 128 characters, got a blank one"),
                arguments("x".repeat(129), "expected a text, 1 to 128 characters, got 129 characters"),
                arguments("\"a\\tb\"", "must not contain control characters"));
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
