package dev.sluice.exporter.sink.prometheus;

import static dev.sluice.exporter.sink.prometheus.SampleFamilies.CATALOGUE;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.NOON;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.gunzip;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.jobs;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.publication;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.exporter.access.Protection;
import dev.sluice.exporter.access.Refusal;
import dev.sluice.exporter.access.TlsClient;
import dev.sluice.exporter.access.TlsClient.Reply;
import dev.sluice.exporter.config.network.ListenConfig;
import dev.sluice.exporter.config.network.ServerAuthConfig;
import dev.sluice.exporter.config.network.ServerTlsConfig;
import dev.sluice.fixtures.SettableClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProtectedMetricsTest {

    private static final String TEXT = """
            # HELP slurm_queue_jobs Jobs by state.
            # TYPE slurm_queue_jobs gauge
            slurm_queue_jobs{cluster="alpha",partition="gpu",state="pending"} 7
            """;
    private static final String TOKEN = "Authorization: Bearer s3cret";

    /** {@code printf ops:hunter2 | base64} and {@code printf ops:wrong | base64}. */
    private static final String PASSWORD = "Authorization: Basic b3BzOmh1bnRlcjI=";

    private static final String WRONG_PASSWORD = "Authorization: Basic b3BzOndyb25n";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private final PrometheusSink sink = new PrometheusSink(CATALOGUE, new SettableClock(NOON));

    @SuppressWarnings("NullAway.Init")
    private ServerAuthConfig auth;

    @BeforeEach
    void write() throws IOException {
        sink.publish(publication("alpha", "jobs", jobs("alpha", 7)));
        auth = new ServerAuthConfig(
                Optional.of(Files.writeString(folder.resolve("token"), "s3cret\n")),
                Optional.of(
                        new ServerAuthConfig.Basic("ops", Files.writeString(folder.resolve("password"), "hunter2\n"))));
    }

    private MetricsServer serve(Protection protection) throws IOException {
        return MetricsServer.start("127.0.0.1", 0, protection, sink, () -> visitor -> {});
    }

    private static Protection protection(boolean tls, Optional<String> clients, Optional<ServerAuthConfig> known)
            throws IOException {
        Optional<ServerTlsConfig> certificate = Optional.of(new ServerTlsConfig(
                        TlsClient.pem("server"), TlsClient.pem("server-key"), clients.map(TlsClient::pem)))
                .filter(unused -> tls);
        return Protection.of("prometheus", new ListenConfig("127.0.0.1", 0, certificate, known));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/metrics", "/", "/-/healthy", "/metrics?name[]=slurm_queue_jobs"})
    void refusesEveryPath(String target) throws IOException {
        Protection protection = protection(false, Optional.empty(), Optional.of(auth));
        try (MetricsServer server = serve(protection);
                TlsClient client = TlsClient.plain(server.port())) {
            Reply silent = client.get(target);
            Reply wrong = client.get(target, WRONG_PASSWORD);
            Reply head = client.send("HEAD", target);

            assertThat(silent.status()).isEqualTo(401);
            assertThat(silent.header("WWW-Authenticate"))
                    .containsExactly("Basic realm=\"sluice\", charset=\"UTF-8\"", "Bearer realm=\"sluice\"");
            assertThat(silent.text()).isEqualTo("unauthorized: token or password required\n");
            assertThat(wrong.status()).isEqualTo(401);
            assertThat(wrong.text()).isEqualTo("unauthorized: wrong token or password\n");
            assertThat(head.status()).isEqualTo(401);
        }
        assertThat(protection.refused()).isEqualTo(Map.of(Refusal.NO_CREDENTIALS, 2L, Refusal.WRONG_CREDENTIALS, 1L));
    }

    @ParameterizedTest
    @ValueSource(strings = {TOKEN, PASSWORD})
    void servesWhoIsAdmittedAsItServesEverybodyElsewhere(String header) throws IOException {
        try (MetricsServer server = serve(protection(true, Optional.empty(), Optional.of(auth)));
                TlsClient client = TlsClient.secure(server.port())) {
            Reply text = client.get("/metrics", header);
            Reply compressed = client.get("/metrics", header, "Accept-Encoding: gzip");
            Reply open = client.get("/metrics", header, "Accept: application/openmetrics-text;version=1.0.0");
            Reply head = client.send("HEAD", "/metrics", header, "Accept-Encoding: gzip");

            assertThat(client.shown()).isEqualTo(TlsClient.certificate("server"));
            assertThat(text.status()).isEqualTo(200);
            assertThat(text.text()).isEqualTo(TEXT);
            assertThat(compressed.header("Content-Encoding")).containsExactly("gzip");
            assertThat(gunzip(compressed.body())).isEqualTo(TEXT);
            assertThat(open.header("Content-Type"))
                    .containsExactly("application/openmetrics-text; version=1.0.0; charset=utf-8");
            assertThat(open.text()).endsWith("\n# EOF\n");
            assertThat(head.status()).isEqualTo(200);
            assertThat(head.header("Content-Length")).containsExactly(Integer.toString(compressed.body().length));
            assertThat(client.get("/", header).status()).isEqualTo(404);
        }
    }

    @Test
    void doesNotTalkPlainHttpWhereItHasACertificate() throws IOException {
        try (MetricsServer server = serve(protection(true, Optional.empty(), Optional.empty()));
                TlsClient client = TlsClient.plain(server.port())) {
            assertThatThrownBy(() -> client.get("/metrics")).isInstanceOf(IOException.class);
        }
    }

    @Test
    void mutualTlsAnswersThoseAloneWhoShowACertificate() throws IOException {
        Protection protection = protection(true, Optional.of("ca"), Optional.empty());
        try (MetricsServer server = serve(protection)) {
            try (TlsClient client = TlsClient.secure(server.port())) {
                Reply refused = client.get("/metrics", TOKEN);
                assertThat(refused.status()).isEqualTo(403);
                assertThat(refused.text()).isEqualTo("forbidden: client certificate required\n");
            }
            try (TlsClient client = TlsClient.showing(server.port(), "client")) {
                assertThat(client.get("/metrics").text()).isEqualTo(TEXT);
            }
            assertThatThrownBy(() -> {
                        try (TlsClient client = TlsClient.showing(server.port(), "other-client")) {
                            client.get("/metrics");
                        }
                    })
                    .isInstanceOf(IOException.class);
        }
        assertThat(protection.refused()).isEqualTo(Map.of(Refusal.NO_CERTIFICATE, 1L));
    }
}
