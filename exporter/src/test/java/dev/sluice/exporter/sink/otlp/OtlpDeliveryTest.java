package dev.sluice.exporter.sink.otlp;

import static dev.sluice.exporter.config.Loaded.changed;
import static dev.sluice.exporter.sink.otlp.Pushing.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.common.tls.NamedFile;
import dev.sluice.common.tls.ServerCertificate;
import dev.sluice.exporter.access.TlsClient;
import dev.sluice.exporter.metrics.MetricBatch;
import dev.sluice.exporter.metrics.MetricCatalog;
import dev.sluice.exporter.metrics.PushMetrics.Otlp.PushOutcome;
import dev.sluice.exporter.sink.otlp.HttpReceiver.Response;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OtlpDeliveryTest {

    @Test
    void countsRefusedRequestsAndLogsTheFirstAndTheRecovery() {
        try (var receiver = HttpReceiver.start()) {
            // The receiver accepts the other requests of each push.
            receiver.answer(request -> request.metrics().toString().contains("\"slurm_queue_jobs\"")
                    ? new Response(400, "too many points")
                    : Response.accepted());
            var config = changed(Pushing.to(receiver.port()), "maxPoints", 100);
            try (var pushing = Pushing.start(config, EveryFamily.batch())) {
                eventually(
                        () -> assertThat(pushing.requests(PushOutcome.FAILED)).isGreaterThan(2));
                assertThat(pushing.requests(PushOutcome.OK)).isPositive();

                receiver.answer(request -> Response.accepted());
                eventually(() -> assertThat(pushing.log())
                        .containsExactly(
                                "WARN failure=status 400 too many points otlp push failed",
                                "INFO otlp push recovered"));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "valueEnv: UNSET, the header X is not set",
        "valueFile: /none, the header X cannot be read: /none",
        "valueFile: /etc/passwd, the header X is malformed"
    })
    void sendsNothingIfAHeaderHasNoValueAndLogsWhy(String value, String failure) {
        try (var receiver = HttpReceiver.start();
                var pushing = Pushing.start(
                        Pushing.config("endpoint: 'http://127.0.0.1:%d', headers: [{name: X, %s}]"
                                .formatted(receiver.port(), value)),
                        EveryFamily.batch())) {
            eventually(() -> assertThat(pushing.requests(PushOutcome.FAILED)).isPositive());
            assertThat(pushing.log()).containsExactly("WARN failure=" + failure + " otlp push failed");
            assertThat(receiver.requests()).isEmpty();
        }
    }

    @Test
    void countsAndLogsADefectOfTheMetrics() {
        MetricBatch defect = visitor -> visitor.sample(MetricCatalog.family("slurm_cluster_jobs"), 1, "a", "b", "c");
        try (var pushing = Pushing.start(Pushing.to(1), defect)) {
            eventually(() -> assertThat(pushing.requests(PushOutcome.FAILED)).isGreaterThan(1));
            assertThat(pushing.log()).singleElement().asString().startsWith("ERROR failure=Index");
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
        try (var receiver = HttpReceiver.start()) {
            receiver.answer(
                    request -> receiver.requests().size() == 1 ? new Response(503, "busy") : Response.accepted());
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
            assertThat(pushing.log())
                    .singleElement()
                    .asString()
                    .endsWith("unable to find valid certification path to requested target otlp push failed");
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
