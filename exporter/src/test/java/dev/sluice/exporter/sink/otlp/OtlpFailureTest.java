package dev.sluice.exporter.sink.otlp;

import static dev.sluice.exporter.sink.otlp.Pushing.eventually;
import static dev.sluice.exporter.sink.otlp.Pushing.withLimit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.metrics.MetricCatalog;
import dev.sluice.exporter.metrics.family.MetricBatch;
import dev.sluice.exporter.metrics.process.OtlpMetrics.Fate;
import dev.sluice.exporter.metrics.process.OtlpMetrics.Outcome;
import dev.sluice.exporter.sink.otlp.HttpReceiver.Response;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsPartialSuccess;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class OtlpFailureTest {

    private static final int POINTS = 5;

    /** Five data points need three requests with at most two data points each. */
    private static final MetricBatch FIVE = visitor -> {
        for (int i = 0; i < POINTS; i++) {
            visitor.sample(MetricCatalog.family("slurm_compute_node_state"), 1, "alpha", "node" + i, "idle");
        }
    };

    @Test
    void saysThatTheReceiverIsAwayAndGoesOnWhenItComes() throws IOException {
        Socket reserved = new Socket();
        reserved.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0));
        try (var pushing = Pushing.start(withLimit(Pushing.http(reserved.getLocalPort()), 2), FIVE)) {
            eventually(() -> assertThat(pushing.requests(Outcome.UNREACHABLE)).isGreaterThan(1));
            assertThat(pushing.points(Fate.ACCEPTED)).isZero();
            assertThat(pushing.counts().lastSuccess()).isEmpty();

            reserved.close();
            try (var receiver = HttpReceiver.start(reserved.getLocalPort())) {
                eventually(() -> assertThat(pushing.points(Fate.ACCEPTED)).isGreaterThanOrEqualTo(POINTS));
                // On a slow machine, the next push begins before the last request of this push.
                eventually(() -> assertThat(receiver.series()).hasSize(POINTS));
            }
        } finally {
            reserved.close();
        }
    }

    @Test
    void asksAReceiverThatIsAwayOncePerRoundAndKeepsNothingForIt() {
        try (var receiver = HttpReceiver.start()) {
            receiver.answer(request -> Response.of(500, "broken"));
            try (var pushing = Pushing.start(withLimit(Pushing.http(receiver.port()), 2), FIVE)) {
                eventually(() -> assertThat(pushing.points(Fate.LOST)).isGreaterThan(2 * POINTS));
            }
            // Every push begins with the first two data points, and loses all five data points.
            assertThat(receiver.requests())
                    .allSatisfy(request -> assertThat(ReceivedSeries.of(List.of(request)))
                            .hasSize(2)
                            .allSatisfy((series, value) ->
                                    assertThat(series.labels().get("node")).isIn("node0", "node1")));
        }
    }

    @Test
    void givesUpOnAnAnswerThatDoesNotComeInTime() {
        try (var receiver = HttpReceiver.start()) {
            receiver.hang();
            try (var pushing =
                    Pushing.start(Pushing.withTimeout(Pushing.http(receiver.port()), Duration.ofMillis(100)), FIVE)) {
                eventually(() -> assertThat(pushing.requests(Outcome.TIMEOUT)).isGreaterThan(1));
                assertThat(pushing.points(Fate.LOST)).isPositive();

                receiver.answer(request -> Response.accepted());
                eventually(() -> assertThat(pushing.points(Fate.ACCEPTED)).isPositive());
            }
        }
    }

    @Test
    void doesNotRepeatWhatIsWrongAndGoesOnWithTheNextRequest() {
        AtomicInteger asked = new AtomicInteger();
        try (var receiver = HttpReceiver.start()) {
            receiver.answer(request -> asked.incrementAndGet() == 1
                    ? Response.of(400, "Maximum number of datapoints per request exceeded")
                    : Response.accepted());
            try (var pushing = Pushing.once(withLimit(Pushing.http(receiver.port()), 2), FIVE)) {
                eventually(() -> assertThat(pushing.points(Fate.ACCEPTED)).isGreaterThanOrEqualTo(3));
                assertThat(pushing.requests(Outcome.REFUSED)).isEqualTo(1);
                assertThat(pushing.points(Fate.REJECTED)).isEqualTo(2);
                assertThat(pushing.points(Fate.LOST)).isZero();
                assertThat(receiver.requests().subList(0, 3))
                        .extracting(ReceivedSeries::points)
                        .containsExactly(2, 2, 1);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("busy")
    void repeatsTheSameRequestWhenTheReceiverSays(int status, Outcome outcome) {
        AtomicInteger asked = new AtomicInteger();
        try (var receiver = HttpReceiver.start()) {
            receiver.answer(request -> asked.incrementAndGet() <= 2
                    ? new Response(status, Map.of("Retry-After", "0"), "text/plain", new byte[0])
                    : Response.accepted());
            try (var pushing = Pushing.once(Pushing.http(receiver.port()), FIVE)) {
                eventually(() -> assertThat(pushing.points(Fate.ACCEPTED)).isGreaterThanOrEqualTo(POINTS));
                assertThat(pushing.requests(outcome)).isEqualTo(2);
                assertThat(pushing.points(Fate.LOST)).isZero();
                assertThat(receiver.requests().get(1).sent())
                        .isEqualTo(receiver.requests().get(0).sent());
            }
        }
    }

    static List<Arguments> busy() {
        return List.of(
                Arguments.of(429, Outcome.THROTTLED),
                Arguments.of(502, Outcome.UNAVAILABLE),
                Arguments.of(503, Outcome.UNAVAILABLE),
                Arguments.of(504, Outcome.UNAVAILABLE));
    }

    @Test
    void doesNotWaitLongerThanUntilTheNextRound() {
        try (var receiver = HttpReceiver.start()) {
            receiver.answer(request -> new Response(429, Map.of("Retry-After", "3600"), "text/plain", new byte[0]));
            try (var pushing = Pushing.start(Pushing.http(receiver.port()), FIVE)) {
                eventually(() -> assertThat(pushing.requests(Outcome.THROTTLED)).isGreaterThan(2));
                eventually(() -> assertThat(pushing.points(Fate.LOST)).isGreaterThanOrEqualTo(2 * POINTS));
                assertThat(pushing.points(Fate.ACCEPTED)).isZero();
            }
        }
    }

    @Test
    void countsWhatIsRejectedOfARequestThatIsAccepted() {
        byte[] partial = ExportMetricsServiceResponse.newBuilder()
                .setPartialSuccess(ExportMetricsPartialSuccess.newBuilder()
                        .setErrorMessage("two are too old")
                        .setRejectedDataPoints(2))
                .build()
                .toByteArray();
        try (var receiver = HttpReceiver.start()) {
            receiver.answer(request -> new Response(200, Map.of(), "application/x-protobuf", partial));
            try (var pushing = Pushing.start(Pushing.http(receiver.port()), FIVE)) {
                eventually(() -> assertThat(pushing.points(Fate.REJECTED)).isGreaterThanOrEqualTo(2));
                var counts = pushing.counts();
                assertThat(counts.points().getOrDefault(Fate.ACCEPTED, 0L) * 2)
                        .isEqualTo(counts.points().getOrDefault(Fate.REJECTED, 0L) * 3);
                assertThat(counts.requests()).containsOnlyKeys(Outcome.PARTIAL);
                assertThat(counts.lastSuccess()).isEmpty();
            }
        }
    }
}
