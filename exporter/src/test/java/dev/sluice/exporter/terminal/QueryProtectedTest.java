package dev.sluice.exporter.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.ExporterApp;
import dev.sluice.exporter.access.TlsClient;
import dev.sluice.exporter.config.ConfigLoader;
import dev.sluice.exporter.poll.Time;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests terminal commands with an exporter that requires credentials. */
class QueryProtectedTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private ExporterApp exporter;

    private String token = "";
    private String url = "";

    @BeforeEach
    void start() throws Exception {
        token = Files.writeString(folder.resolve("token"), "\ns3cret\nolder\n").toString();
        Files.writeString(folder.resolve("password"), "h\u00fcnter 2\n");
        Path config = Files.writeString(
                folder.resolve("exporter.yaml"), """
                clusters: [{name: research, slurm: {url: 'http://127.0.0.1:1'}}]
                prometheus: {host: 127.0.0.1, port: 0}
                api:
                  host: 127.0.0.1
                  port: 0
                  tls: {certFile: %s, keyFile: %s}
                  auth: {bearerTokenFile: token, basic: {user: ops, passwordFile: password}}
                """.formatted(TlsClient.pem("server"), TlsClient.pem("server-key")));
        exporter = ExporterApp.start(ConfigLoader.load(config), Time.system(), Map.of(), "test", unused -> {});
        url = "https://127.0.0.1:" + exporter.apiPort();
    }

    @AfterEach
    void stop() {
        exporter.close();
    }

    @Test
    void isToldWithATokenAndTheAuthority() {
        // Without Slurm, no number is available. The exporter reports that no number is available, and the exit code is
        // 1.
        assertThat(run("--token-file", token, "--ca", TlsClient.pem("ca").toString(), url))
                .isOne();
        assertThat(out.toString(UTF_8)).startsWith("Cluster research");
        assertThat(err.toString(UTF_8)).isEmpty();
    }

    @Test
    void saysThatTheExporterWantsATokenOrAnotherOne() throws Exception {
        String wrong = Files.writeString(folder.resolve("wrong"), "wr0ng").toString();

        assertThat(run("--ca", TlsClient.pem("ca").toString(), url)).isOne();
        assertThat(run("--token-file", wrong, "--ca", TlsClient.pem("ca").toString(), url))
                .isOne();

        assertThat(err.toString(UTF_8).lines())
                .containsExactly(
                        "the exporter returned HTTP 401: it requires --token-file, or --login and --password-file",
                        "the exporter returned HTTP 401: it does not accept these credentials");
        assertThat(out.toString(UTF_8)).isEmpty();
    }

    private int run(String... arguments) {
        return new QueryMain(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8))
                .run(Stream.concat(Stream.of("explain"), Stream.of(arguments)).toArray(String[]::new));
    }
}
