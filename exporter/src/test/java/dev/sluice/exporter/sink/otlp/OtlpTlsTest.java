package dev.sluice.exporter.sink.otlp;

import static dev.sluice.exporter.sink.otlp.Pushing.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.metrics.process.OtlpMetrics.PushOutcome;
import io.vertx.core.Vertx;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;

class OtlpTlsTest {

    @Test
    void pushesOverMutualTls() throws Exception {
        try (var receiver = HttpReceiver.withTls(server());
                var pushing = Pushing.start(config(receiver.port(), "ca.pem"), EveryFamily.batch())) {
            eventually(() -> assertThat(pushing.requests(PushOutcome.OK)).isPositive());
            assertThat(receiver.series()).isNotEmpty();
        }
    }

    @Test
    void pushesNothingToAServerThatItDoesNotTrust() throws Exception {
        try (var receiver = HttpReceiver.withTls(server());
                var pushing = Pushing.start(config(receiver.port(), "other-ca.pem"), EveryFamily.batch())) {
            eventually(() -> assertThat(pushing.requests(PushOutcome.FAILED)).isPositive());
            assertThat(receiver.requests()).isEmpty();
        }
    }

    private static OtlpConfig config(int port, String ca) {
        return Pushing.config("endpoint: 'https://127.0.0.1:%d', tls: {caFile: '%s', certFile: '%s', keyFile: '%s'}"
                .formatted(port, file(ca), file("client.pem"), file("client-key.pem")));
    }

    private static SSLContext server() throws Exception {
        Vertx vertx = Vertx.vertx();
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(
                    new PemKeyCertOptions()
                            .addCertPath(file("server.pem").toString())
                            .addKeyPath(file("server-key.pem").toString())
                            .getKeyManagerFactory(vertx)
                            .getKeyManagers(),
                    new PemTrustOptions()
                            .addCertPath(file("ca.pem").toString())
                            .getTrustManagerFactory(vertx)
                            .getTrustManagers(),
                    null);
            return context;
        } finally {
            vertx.close().toCompletionStage().toCompletableFuture().join();
        }
    }

    private static Path file(String name) {
        URL resource = Objects.requireNonNull(OtlpTlsTest.class.getResource("/tls/" + name));
        try {
            return Path.of(resource.toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }
}
