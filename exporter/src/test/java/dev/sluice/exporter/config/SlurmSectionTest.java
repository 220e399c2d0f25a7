package dev.sluice.exporter.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.sluice.exporter.config.cluster.SlurmConfig;
import dev.sluice.exporter.config.schema.HttpUrl;
import dev.sluice.exporter.config.schema.ServerUrl;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SlurmSectionTest {

    private static final String SHAPES =
            "expected http://host:port[/base], https://host:port[/base] or unix:///path/of/socket";
    private static final String SOCKET = "expected the absolute path of a socket, such as unix:///run/slurmrestd.sock";

    @ParameterizedTest
    @MethodSource
    void readsUrls(String url, ServerUrl expected, String written) throws ConfigException {
        assertThat(slurm("url: '" + url + "'").url()).isEqualTo(expected).hasToString(written);
    }

    static Stream<Arguments> readsUrls() {
        ServerUrl socket = new ServerUrl.UnixSocket(Path.of("/run/slurmrestd.sock"));
        return Stream.of(
                arguments("http://h:6820", new HttpUrl(false, "h", 6820, ""), "http://h:6820"),
                arguments("http://h", new HttpUrl(false, "h", 80, ""), "http://h:80"),
                arguments("https://h", new HttpUrl(true, "h", 443, ""), "https://h:443"),
                arguments("HTTPS://h/", new HttpUrl(true, "h", 443, ""), "https://h:443"),
                arguments("http://a.b-c_d:1/x/y/", new HttpUrl(false, "a.b-c_d", 1, "/x/y"), "http://a.b-c_d:1/x/y"),
                arguments("http://[::1]:65535/x", new HttpUrl(false, "::1", 65535, "/x"), "http://[::1]:65535/x"),
                arguments("unix:///run/slurmrestd.sock", socket, "unix:///run/slurmrestd.sock"),
                arguments("unix:/run/slurmrestd.sock", socket, "unix:///run/slurmrestd.sock"));
    }

    @ParameterizedTest
    @MethodSource
    void refusesUrls(String url, String problem) {
        assertThat(Loaded.problemsOfSlurm("url: '" + url + "'")).containsExactly("clusters[0].slurm.url: " + problem);
    }

    static Stream<Arguments> refusesUrls() {
        String query = "must not contain a query or a fragment (from ? or # on)";
        String port = "expected a port from 1 to 65535 in the URL";
        return Stream.of(
                arguments("", SHAPES + ", with the scheme"),
                arguments("h:6820", SHAPES + ", with the scheme"),
                arguments("ftp://h", SHAPES + ", got the scheme \"ftp\""),
                arguments("htps://h", SHAPES + ", got the scheme \"htps\"; did you mean https?"),
                arguments("${SLURM_URL}", SHAPES + "; environment variables are not expanded here"),
                arguments(
                        "http://h:6820/slurm/v0.0.42",
                        "expected the base URL without slurmrestd's own path, such as /slurm/v0.0.42"),
                arguments("http:h", SHAPES + ", with the scheme"),
                arguments("http:///x", SHAPES),
                arguments("http://h:", SHAPES),
                arguments("http://h:x", SHAPES),
                arguments("http://a b", SHAPES + ", without blanks"),
                arguments("http://h:6820 ", SHAPES + ", without blanks"),
                arguments("http://::1:80", SHAPES),
                arguments("http://h:0", port),
                arguments("http://h:65536", port),
                arguments("http://h:99999999999999999999", port),
                arguments(
                        "http://h/a b",
                        "expected a path of URL characters after the host," + " with others percent-encoded"),
                arguments("http://h?token=abc", query),
                arguments("http://h/x#y", query),
                arguments("unix://run/slurmrestd.sock/?x", SOCKET),
                arguments("unix:run/slurmrestd.sock", SOCKET),
                arguments("unix://", SOCKET));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "url: 'http://root:hunter2@h'",
                "url: 'http://root:hun@ter2/hunter2@h'",
                "url: 'http:root:hunter2@h'",
                "url: 'root:hunter2@h'",
                "url: 'ftp://root:hunter2@h'",
                "url: ['http://root:hunter2@h']",
                "'url:http://root:hunter2@h': x",
                "'http://root:hunter2@h'",
                "url: 'http://h', tokenEnv: 'hunter2-'",
                "url: 'http://h', tokenFile: eyJhunter2",
                "url: 'http://h', token: hunter2",
                "url: 'http://h', tls: hunter2"
            })
    void neverShowsWhatMayBeASecret(String keys) {
        assertThat(Loaded.problemsOfSlurm(keys)).isNotEmpty().noneMatch(problem -> problem.contains("hunter2"));
    }

    @Test
    void readsWhereTheTokenIs() throws ConfigException {
        SlurmConfig without = slurm("url: 'http://h'");
        assertThat(without.tokenFile()).isEmpty();
        assertThat(without.tokenEnv()).isEmpty();
        assertThat(slurm("url: 'http://h', tokenEnv: SLURM_JWT").tokenEnv()).contains("SLURM_JWT");
        assertThat(slurm("url: 'http://h', tokenFile: /run/jwt").tokenFile()).contains(Path.of("/run/jwt"));
    }

    @Test
    void userIsTakenFromTheTokenUnlessItIsGiven() throws ConfigException {
        assertThat(slurm("url: 'http://h'").user()).isEmpty();
        assertThat(slurm("url: 'http://h', user: ''").user()).isEmpty();
        assertThat(slurm("url: 'http://h', user: slurm").user()).isEqualTo("slurm");
    }

    @ParameterizedTest
    @ValueSource(strings = {"v0.0.40", "v0.0.41", "v0.0.42", "v0.0.43", "v0.0.44", "v0.0.45", "v0.0.46"})
    void pinsTheApiVersion(String version) throws ConfigException {
        assertThat(slurm("url: 'http://h', apiVersion: " + version).apiVersion())
                .contains(version);
    }

    @ParameterizedTest
    @MethodSource
    void refuses(String keys, String problem) {
        assertThat(Loaded.problemsOfSlurm(keys)).containsExactly("clusters[0].slurm." + problem);
    }

    static Stream<Arguments> refuses() {
        String versions = "apiVersion: expected one of v0.0.40, v0.0.41, v0.0.42, v0.0.43, v0.0.44, v0.0.45, v0.0.46";
        String https = "tls: only for an https URL; remove the section or change the URL";
        return Stream.of(
                arguments("user: a", "url: missing; expected URL: " + SHAPES.substring("expected ".length())),
                arguments("url: 6820", "url: " + SHAPES + ", with the scheme"),
                arguments(
                        "url: 'http://h', token: eyJ",
                        "token: unknown key; write the value to a file, and the file's path to tokenFile"),
                arguments("url: 'http://h', apiVersion: v0.0.39", versions + ", got \"v0.0.39\""),
                arguments("url: 'http://h', apiVersion: v0.0.47", versions + ", got \"v0.0.47\""),
                arguments("url: 'http://h', apiVersion: 0.0", versions + ", got \"0.0\""),
                arguments(
                        "url: 'http://h', user: \"a\\nX: b\"",
                        "user: expected a user name without spaces or" + " control characters, got \"a\\u000aX: b\""),
                arguments(
                        "url: 'http://h', tokenFile: a, tokenEnv: B",
                        "tokenEnv: excludes tokenFile; expected one of the two"),
                arguments(
                        "url: 'http://h', tokenFile: a, squeueServer: 'c:6817'",
                        "squeueServer: only for squeue; set squeue, or remove squeueServer"),
                arguments(
                        "url: 'http://h', squeue: /usr/bin/squeue, squeueServer: 'c:6817'",
                        "squeueServer: squeue needs a token there; set tokenFile or tokenEnv"),
                arguments(
                        "url: 'http://h', tokenFile: a, squeue: /usr/bin/squeue, squeueServer: 'http://c'",
                        "squeueServer: expected a host:port, got \"http://c\""),
                arguments(
                        "url: 'http://h', tokenFile: ''", "tokenFile: expected the path of a file, got an empty text"),
                arguments(
                        "url: 'http://h', tokenFile: \"a\\0b\"",
                        "tokenFile: expected the path of a file, got \"a\\u0000b\""),
                arguments("url: 'http://h', tls: {verifyHost: true}", https),
                arguments("url: 'http://h', tls: {}", https),
                arguments("url: 'unix:///s', tls: {caFile: a}", https),
                arguments(
                        "url: 'https://h', tls: {certFile: a}",
                        "tls.keyFile: missing; certFile and keyFile belong together"),
                arguments(
                        "url: 'https://h', tls: {keyFile: a}",
                        "tls.certFile: missing; certFile and keyFile belong together"),
                arguments(
                        "url: 'https://h', tls: {verifyHost: no}",
                        "tls.verifyHost: expected true or false, got the word no"),
                arguments(
                        "url: 'https://h', tls: {caFile: true}",
                        "tls.caFile: expected readable file, got true; write it in quotes: \"true\""));
    }

    private static SlurmConfig slurm(String keys) throws ConfigException {
        return Loaded.from("clusters: [{name: a, slurm: {" + keys + "}}]")
                .clusters()
                .get(0)
                .slurm();
    }
}
