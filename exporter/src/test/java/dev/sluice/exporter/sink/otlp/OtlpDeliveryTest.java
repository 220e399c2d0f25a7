package dev.sluice.exporter.sink.otlp;

import static dev.sluice.exporter.config.Loaded.changed;
import static dev.sluice.exporter.sink.otlp.Pushing.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.common.tls.NamedFile;
import dev.sluice.common.tls.ServerCertificate;
import dev.sluice.exporter.access.TlsClient;
import dev.sluice.exporter.metrics.PushMetrics.Otlp.PushOutcome;
import dev.sluice.exporter.sink.otlp.HttpReceiver.Response;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;

class OtlpDeliveryTest {

    @Test
    void countsRefusedRequestsAndGoesOn() {
        try (var receiver = HttpReceiver.start()) {
            receiver.answer(request -> new Response(400, "too many points"));
            try (var pushing = Pushing.start(Pushing.to(receiver.port()), EveryFamily.batch())) {
                eventually(
                        () -> assertThat(pushing.requests(PushOutcome.FAILED)).isGreaterThan(1));
                assertThat(pushing.requests(PushOutcome.OK)).isZero();

                receiver.answer(request -> Response.accepted());
                eventually(() -> assertThat(pushing.requests(PushOutcome.OK)).isPositive());
            }
        }
    }

    @Test
    void countsRequestsWithoutAnAnswer() {
        try (var receiver = HttpReceiver.start()) {
            receiver.hang();
            var config = changed(Pushing.to(receiver.port()), "timeout", Duration.ofMillis(100));
            try (var pushing = Pushing.start(config, EveryFamily.batch())) {
                eventually(
                        () -> assertThat(pushing.requests(PushOutcome.FAILED)).isGreaterThan(1));
            }
        }
    }

    @Test
    void repeatsTheSameRequestIfTheReceiverIsBusy() {
        AtomicInteger asked = new AtomicInteger();
        try (var receiver = HttpReceiver.start()) {
            receiver.answer(request -> asked.incrementAndGet() == 1 ? new Response(503, "busy") : Response.accepted());
            try (var pushing = Pushing.start(Pushing.to(receiver.port()), EveryFamily.batch())) {
                eventually(() -> assertThat(pushing.requests(PushOutcome.OK)).isPositive());
                assertThat(pushing.requests(PushOutcome.FAILED)).isZero();
                assertThat(receiver.requests().get(1).sent())
                        .isEqualTo(receiver.requests().get(0).sent());
            }
        }
    }

    @Test
    void pushesOverMutualTls() throws Exception {
        try (var receiver = HttpReceiver.withTls(server());
                var pushing = Pushing.start(config(receiver.port(), "ca"), EveryFamily.batch())) {
            eventually(() -> assertThat(pushing.requests(PushOutcome.OK)).isPositive());
            assertThat(receiver.series()).isNotEmpty();
        }
    }

    @Test
    void pushesNothingToAServerThatItDoesNotTrust() throws Exception {
        try (var receiver = HttpReceiver.withTls(server());
                var pushing = Pushing.start(config(receiver.port(), "other-ca"), EveryFamily.batch())) {
            eventually(() -> assertThat(pushing.requests(PushOutcome.FAILED)).isPositive());
            assertThat(receiver.requests()).isEmpty();
        }
    }

    private static OtlpConfig config(int port, String ca) {
        return Pushing.config("endpoint: 'https://127.0.0.1:%d', tls: {caFile: '%s', certFile: '%s', keyFile: '%s'}"
                .formatted(port, TlsClient.pem(ca), TlsClient.pem("client"), TlsClient.pem("client-key")));
    }

    /** Returns the context of a server that trusts the client's authority. */
    private static SSLContext server() throws Exception {
        List<NamedFile> files = Stream.of("server", "server-key", "ca")
                .map(name -> new NamedFile(name, TlsClient.pem(name)))
                .toList();
        List<String> contents = new ArrayList<>();
        for (NamedFile file : files) {
            contents.add(file.content());
        }
        return ServerCertificate.of(files, contents).context();
    }
}
