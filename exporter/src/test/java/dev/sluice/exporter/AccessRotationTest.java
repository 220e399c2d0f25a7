package dev.sluice.exporter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.exporter.access.MountedSecret;
import dev.sluice.exporter.access.Protection;
import dev.sluice.exporter.access.TlsClient;
import dev.sluice.exporter.access.TrustedProxy;
import dev.sluice.exporter.api.ApiServer;
import dev.sluice.exporter.api.ApiSources;
import dev.sluice.exporter.api.view.Billing;
import dev.sluice.exporter.api.view.ExporterStatus;
import dev.sluice.exporter.api.view.Visibility;
import dev.sluice.exporter.config.network.ListenConfig;
import dev.sluice.exporter.config.network.ServerAuthConfig;
import dev.sluice.exporter.config.network.ServerTlsConfig;
import dev.sluice.exporter.derive.NameRule;
import dev.sluice.exporter.metrics.MetricCatalog;
import dev.sluice.exporter.sink.prometheus.MetricsServer;
import dev.sluice.exporter.sink.prometheus.PrometheusSink;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Renews the certificate and the token several times. Meanwhile, clients send requests to both servers. */
@Tag("slow")
class AccessRotationTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int ROUNDS = 6;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private final Vertx vertx = Vertx.vertx();
    private final ExecutorService threads = Executors.newFixedThreadPool(4);

    @SuppressWarnings("NullAway.Init")
    private MountedSecret secret;

    @SuppressWarnings("NullAway.Init")
    private Protection metricsProtection;

    @SuppressWarnings("NullAway.Init")
    private Protection apiProtection;

    @SuppressWarnings("NullAway.Init")
    private MetricsServer metrics;

    @SuppressWarnings("NullAway.Init")
    private ApiServer api;

    private int apiPort;
    private volatile String token = "token-0";
    private volatile boolean enough;

    /** A client that sends requests until the test stops the client. Fails at the first request without a response. */
    private record Load(Future<Integer> requests, AtomicInteger begun) {}

    @BeforeEach
    void start() throws Exception {
        secret = new MountedSecret(folder.resolve("secret"), files("server", "token-0"));
        ListenConfig listen = new ListenConfig(
                "127.0.0.1",
                0,
                Optional.of(new ServerTlsConfig(secret.file("tls.crt"), secret.file("tls.key"), Optional.empty())),
                Optional.of(new ServerAuthConfig(Optional.of(secret.file("token")), Optional.empty())));
        metricsProtection = Protection.of("prometheus", listen);
        apiProtection = Protection.of("api", listen);
        metrics = MetricsServer.start(
                "127.0.0.1",
                0,
                metricsProtection,
                new PrometheusSink(MetricCatalog.families(), Clock.systemUTC()),
                () -> visitor -> {});
        api = new ApiServer(
                vertx,
                "127.0.0.1",
                0,
                apiProtection,
                TrustedProxy.none(),
                new ApiSources(
                        Clock.systemUTC(),
                        () -> new ExporterStatus("1", Instant.EPOCH, "", List.of(), Optional.empty()),
                        () -> List.of(),
                        List::of,
                        new Visibility(NameRule.DROP, NameRule.DROP, false),
                        Billing.NONE));
        apiPort = api.start().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    @AfterEach
    void stop() throws Exception {
        enough = true;
        threads.shutdownNow();
        metrics.close();
        vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    private static Map<String, String> files(String certificate, String tokens) throws IOException {
        return Map.of(
                "tls.crt", TlsClient.text(certificate),
                "tls.key", TlsClient.text(certificate + "-key"),
                "token", tokens + "\n");
    }

    @Test
    void noRequestFailsWhileCertificateAndTokenChange() throws Exception {
        List<Load> loads = List.of(
                load(metrics.port(), "/metrics", true),
                load(metrics.port(), "/metrics", false),
                load(apiPort, "/api/v1/status", true),
                load(apiPort, "/api/v1/status", false));
        for (int round = 1; round <= ROUNDS; round++) {
            String certificate = round % 2 == 0 ? "server" : "other-server";
            String before = token;
            String after = "token-" + round;
            // Changes the token as operators do: first the file has both tokens, then clients use the new token, then
            // only the new token is left.
            replace(files(certificate, before + "\n" + after));
            token = after;
            awaitRequests(loads);
            replace(files(certificate, after));
            for (int port : List.of(metrics.port(), apiPort)) {
                try (TlsClient client = TlsClient.secure(port)) {
                    assertThat(client.shown()).isEqualTo(TlsClient.certificate(certificate));
                    assertThat(client.get("/metrics", "Authorization: Bearer " + before)
                                    .status())
                            .isEqualTo(401);
                }
            }
            awaitRequests(loads);
        }
        enough = true;

        for (Load load : loads) {
            assertThat(load.requests().get(60, TimeUnit.SECONDS)).isGreaterThan(2 * ROUNDS);
        }
    }

    private void replace(Map<String, String> files) throws Exception {
        secret.replace(files);
        metricsProtection.look();
        if (apiProtection.look()) {
            api.renewCertificate().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
        }
    }

    /** Waits until every request that has already begun has ended. */
    private static void awaitRequests(List<Load> loads) {
        for (Load load : loads) {
            int now = load.begun().get();
            await().atMost(PATIENCE)
                    .until(() -> load.begun().get() > now + 1 || load.requests().isDone());
        }
    }

    private Load load(int port, String target, boolean keep) {
        AtomicInteger begun = new AtomicInteger();
        return new Load(threads.submit(() -> keep ? kept(port, target, begun) : anew(port, target, begun)), begun);
    }

    private int kept(int port, String target, AtomicInteger begun) throws IOException {
        int answered = 0;
        try (TlsClient client = TlsClient.secure(port)) {
            while (!enough) {
                begun.incrementAndGet();
                answered += ask(client, target);
            }
        }
        return answered;
    }

    private int anew(int port, String target, AtomicInteger begun) throws IOException {
        int answered = 0;
        while (!enough) {
            begun.incrementAndGet();
            try (TlsClient client = TlsClient.secure(port)) {
                answered += ask(client, target);
            }
        }
        return answered;
    }

    private int ask(TlsClient client, String target) throws IOException {
        TlsClient.Reply reply = client.get(target, "Authorization: Bearer " + token);
        if (reply.status() != 200) {
            throw new IOException(target + " was answered with " + reply.status() + " " + reply.text());
        }
        return 1;
    }
}
