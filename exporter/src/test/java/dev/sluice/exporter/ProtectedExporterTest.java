package dev.sluice.exporter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sluice.exporter.access.MountedSecret;
import dev.sluice.exporter.access.TlsClient;
import dev.sluice.exporter.config.ConfigLoader;
import dev.sluice.exporter.poll.Time;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the exporter with protection in its configuration. */
@Tag("slow")
class ProtectedExporterTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** {@code printf ops:hunter2 | base64}. */
    private static final String PASSWORD = "Authorization: Basic b3BzOmh1bnRlcjI=";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private MountedSecret secret;

    @SuppressWarnings("NullAway.Init")
    private Path config;

    @BeforeEach
    void write() throws IOException {
        secret = new MountedSecret(folder.resolve("secret"), files("server", "first"));
        config = Files.writeString(folder.resolve("exporter.yaml"), """
                clusters: [{name: a, slurm: {url: 'http://127.0.0.1:1'}}]
                prometheus:
                  host: 127.0.0.1
                  port: 0
                  tls: {certFile: secret/tls.crt, keyFile: secret/tls.key}
                  auth: {bearerTokenFile: secret/token}
                api:
                  host: 127.0.0.1
                  port: 0
                  tls: {certFile: secret/tls.crt, keyFile: secret/tls.key}
                  auth:
                    bearerTokenFile: secret/token
                    basic: {user: ops, passwordFile: secret/password}
                """);
    }

    private static Map<String, String> files(String certificate, String token) throws IOException {
        return Map.of(
                "tls.crt",
                TlsClient.text(certificate),
                "tls.key",
                TlsClient.text(certificate + "-key"),
                "token",
                token + "\n",
                "password",
                "hunter2\n");
    }

    @Test
    void followsItsFilesAndCountsWhomItRefuses() throws Exception {
        try (ExporterApp app =
                ExporterApp.start(ConfigLoader.load(config), Time.system(), Map.of(), "test", unused -> {})) {
            try (TlsClient client = TlsClient.secure(app.apiPort())) {
                assertThat(client.get("/").status()).isEqualTo(401);
                assertThat(client.get("/", PASSWORD).status()).isEqualTo(200);
                assertThat(client.get("/api/v1/status", PASSWORD).text())
                        .contains("https://127.0.0.1:" + app.metricsPort() + "/metrics");
            }
            try (TlsClient client = TlsClient.secure(app.metricsPort())) {
                assertThat(client.get("/metrics", PASSWORD).status())
                        .as("each server has its own")
                        .isEqualTo(401);
                assertThat(client.get("/metrics", "Authorization: Bearer first").text())
                        .contains(
                                "sluice_http_refused_requests_total{server=\"api\",cause=\"no_credentials\"} 1\n",
                                "sluice_http_refused_requests_total{server=\"api\",cause=\"wrong_credentials\"} 0\n",
                                "sluice_http_refused_requests_total{server=\"prometheus\",cause=\"wrong_credentials\"} 1\n",
                                "sluice_access_file_failures_total{server=\"prometheus\"} 0\n",
                                "sluice_certificate_expiry_timestamp_seconds{server=\"api\"} " + expiry("server"),
                                "sluice_certificate_lifetime_seconds{server=\"api\"} " + lifetime("server"))
                        .doesNotContain("ops", "hunter2", "no_certificate");
            }

            secret.replace(files("other-server", "second"));

            await().atMost(PATIENCE).until(() -> shown(app.apiPort()).equals("other-server"));
            await().atMost(PATIENCE).until(() -> shown(app.metricsPort()).equals("other-server"));
            for (int port : List.of(app.apiPort(), app.metricsPort())) {
                assertThat(TlsClient.handshake(port, "AES_128_GCM_SHA256")).isEqualTo("TLSv1.2");
                assertThatThrownBy(() -> TlsClient.handshake(port, "AES_128_CBC_SHA256"))
                        .isInstanceOf(SSLException.class);
            }
            try (TlsClient client = TlsClient.secure(app.metricsPort())) {
                assertThat(client.get("/metrics", "Authorization: Bearer first").status())
                        .isEqualTo(401);
                assertThat(client.get("/metrics", "Authorization: Bearer second")
                                .text())
                        .contains("sluice_certificate_expiry_timestamp_seconds{server=\"api\"} "
                                + expiry("other-server"));
            }
        }
    }

    private static String shown(int port) throws IOException {
        try (TlsClient client = TlsClient.secure(port)) {
            return client.shown().equals(TlsClient.certificate("server")) ? "server" : "other-server";
        }
    }

    private static long lifetime(String name) throws IOException {
        return expiry(name)
                - TlsClient.certificate(name).getNotBefore().toInstant().getEpochSecond();
    }

    private static long expiry(String name) throws IOException {
        return TlsClient.certificate(name).getNotAfter().toInstant().getEpochSecond();
    }

    @Test
    void doesNotStartWithFilesThatCannotBeUsed() throws IOException {
        secret.replace(Map.of(
                "tls.crt",
                TlsClient.text("server"),
                "tls.key",
                TlsClient.text("other-server-key"),
                "token",
                "",
                "password",
                "hunter2\n"));
        ExporterProgram program = new ExporterProgram();

        assertThat(program.run("--config", config.toString(), "--check-config")).isEqualTo(2);

        String key = "tls.keyFile: the file " + folder.resolve("secret/tls.key")
                + " holds a key that does not match the certificate in tls.certFile";
        String token = "auth.bearerTokenFile: the file " + folder.resolve("secret/token") + " is empty";
        assertThat(program.err().lines())
                .containsExactly(
                        config + ": prometheus." + key,
                        config + ": prometheus." + token,
                        config + ": api." + key,
                        config + ": api." + token);
    }
}
