package dev.sluice.exporter.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.sluice.exporter.config.schema.HttpUrl;
import dev.sluice.exporter.config.schema.ServerUrl;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SlurmSectionTest {

    @ParameterizedTest
    @MethodSource
    void readsUrls(String url, ServerUrl expected, String written) throws ConfigException {
        assertThat(Loaded.from("clusters: [{name: a, slurm: {url: '" + url + "'}}]")
                        .clusters()
                        .get(0)
                        .slurm()
                        .url())
                .isEqualTo(expected)
                .hasToString(written);
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
        assertThat(Loaded.messages("clusters: [{name: a, slurm: {" + keys + "}}]\n"))
                .isNotEmpty()
                .noneMatch(problem -> problem.contains("hunter2"));
    }
}
