package dev.sluice.exporter.sink.otlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.exporter.metrics.OtlpMetrics.Fate;
import dev.sluice.exporter.metrics.OtlpMetrics.Outcome;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.Poll;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What arrives is decoded by opentelemetry-proto, which shares no code with the sender. */
class PollTracesTest {

    private static final Instant ASKED = Instant.parse("2026-11-20T12:00:00.123Z");
    private static final Poll JOBS = new Poll(
            "alpha",
            "jobs",
            ASKED,
            Duration.ofMillis(1_250),
            new Poll.Answered("v0.0.45", 2_531_004, OptionalInt.of(1_200)));

    private final Vertx vertx = Vertx.vertx();

    @AfterEach
    void stop() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    private PollTraces start(OtlpSettings settings) {
        return PollTraces.start(vertx, settings, "1.2.3", Clock.systemUTC());
    }

    private static void eventually(ThrowingRunnable holds) {
        await().atMost(Duration.ofMinutes(1)).untilAsserted(holds);
    }

    private static long spans(PollTraces traces, Fate fate) {
        return traces.metrics().items().getOrDefault(fate, 0L);
    }

    private static long nanos(Instant instant) {
        return TimeUnit.SECONDS.toNanos(instant.getEpochSecond()) + instant.getNano();
    }

    private static void assertIsThePollOfJobs(Span span) {
        assertThat(span.getName()).isEqualTo("poll jobs");
        assertThat(span.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_CLIENT);
        assertThat(span.getStartTimeUnixNano()).isEqualTo(nanos(ASKED));
        assertThat(span.getEndTimeUnixNano()).isEqualTo(nanos(ASKED) + 1_250_000_000L);
        assertThat(span.getParentSpanId().size()).isZero();
        assertThat(span.getTraceId().size()).isEqualTo(16);
        assertThat(span.getStatus().getCode()).isEqualTo(Status.StatusCode.STATUS_CODE_UNSET);
        assertThat(ReceivedSpans.attributes(span.getAttributesList()))
                .isEqualTo(Map.of(
                        "cluster", "alpha",
                        "source", "jobs",
                        "api_version", "v0.0.45",
                        "response_bytes", "2531004",
                        "records", "1200"));
    }

    @Test
    void sendsASpanForEachPollOverHttp() {
        try (HttpReceiver receiver = HttpReceiver.start();
                PollTraces traces = start(Pushing.http(receiver.port()))) {
            traces.polled(JOBS);
            eventually(() -> assertThat(spans(traces, Fate.ACCEPTED)).isEqualTo(1));

            Received request = receiver.requests().get(0);
            assertThat(request.path()).isEqualTo("/v1/traces");
            assertThat(request.header("content-type")).isEqualTo("application/x-protobuf");
            assertThat(request.header("content-encoding")).isEqualTo("gzip");
            assertThat(request.header("x-scope-orgid")).isEqualTo("slurm");
            ResourceSpans resource = request.traces().getResourceSpans(0);
            assertThat(ReceivedSpans.attributes(resource.getResource().getAttributesList()))
                    .isEqualTo(Map.of("service.name", "sluice"));
            assertThat(resource.getScopeSpans(0).getScope().getName()).isEqualTo("sluice");
            assertThat(resource.getScopeSpans(0).getScope().getVersion()).isEqualTo("1.2.3");
            assertThat(ReceivedSpans.of(receiver.requests()))
                    .singleElement()
                    .satisfies(PollTracesTest::assertIsThePollOfJobs);
        }
    }

    @Test
    void sendsASpanForEachPollOverGrpc() {
        try (GrpcReceiver receiver = GrpcReceiver.start();
                PollTraces traces = start(Pushing.grpc(receiver.port()))) {
            traces.polled(JOBS);
            eventually(() -> assertThat(spans(traces, Fate.ACCEPTED)).isEqualTo(1));

            assertThat(receiver.requests().get(0).path())
                    .isEqualTo("opentelemetry.proto.collector.trace.v1.TraceService/Export");
            assertThat(ReceivedSpans.of(receiver.requests()))
                    .singleElement()
                    .satisfies(PollTracesTest::assertIsThePollOfJobs);
        }
    }

    @Test
    void saysWhyAPollFailedOrWasInVain() {
        try (HttpReceiver receiver = HttpReceiver.start();
                PollTraces traces = start(Pushing.http(receiver.port()))) {
            traces.polled(new Poll(
                    "alpha",
                    "nodes",
                    ASKED,
                    Duration.ofSeconds(30),
                    new Poll.Failed(FailureKind.TIMEOUT, "no answer within 30 s")));
            traces.polled(new Poll("alpha", "dbd", ASKED, Duration.ZERO, new Poll.Absent("no slurmdbd")));
            traces.polled(new Poll(
                    "alpha", "qos", ASKED, Duration.ZERO, new Poll.Answered("v0.0.45", 0, OptionalInt.empty())));
            eventually(() -> assertThat(spans(traces, Fate.ACCEPTED)).isEqualTo(3));

            List<Span> spans = ReceivedSpans.of(receiver.requests());
            assertThat(spans.get(0).getStatus().getCode()).isEqualTo(Status.StatusCode.STATUS_CODE_ERROR);
            assertThat(spans.get(0).getStatus().getMessage()).isEqualTo("no answer within 30 s");
            assertThat(ReceivedSpans.attributes(spans.get(0).getAttributesList()))
                    .isEqualTo(Map.of("cluster", "alpha", "source", "nodes", "error.type", "timeout"));
            assertThat(ReceivedSpans.attributes(spans.get(1).getAttributesList()))
                    .isEqualTo(Map.of("cluster", "alpha", "source", "dbd", "absent", "no slurmdbd"));
            assertThat(ReceivedSpans.attributes(spans.get(2).getAttributesList()))
                    .isEqualTo(Map.of(
                            "cluster", "alpha", "source", "qos", "api_version", "v0.0.45", "response_bytes", "0"));
        }
    }

    @Test
    void neverWaitsForAReceiverAndCountsWhatDoesNotFit() {
        try (HttpReceiver receiver = HttpReceiver.start();
                PollTraces traces = start(Pushing.http(receiver.port()))) {
            receiver.hang();
            traces.polled(JOBS);
            eventually(() -> assertThat(receiver.requests()).isNotEmpty());

            // One span is on its way, as many as there is room for wait, and three are too many.
            for (int i = 0; i < PollTraces.LONGEST_QUEUE + 3; i++) {
                traces.polled(JOBS);
            }

            assertThat(spans(traces, Fate.LOST)).isEqualTo(3);
            assertThat(spans(traces, Fate.ACCEPTED)).isZero();
        }
    }

    @Test
    void countsWhatIsRefusedAndGoesOn() {
        try (HttpReceiver receiver = HttpReceiver.start();
                PollTraces traces = start(Pushing.http(receiver.port()))) {
            receiver.answer(request -> HttpReceiver.Response.of(400, "no"));
            traces.polled(JOBS);
            eventually(() -> assertThat(spans(traces, Fate.REJECTED)).isEqualTo(1));
            receiver.answer(request -> HttpReceiver.Response.of(401, "who?"));
            traces.polled(JOBS);
            eventually(() -> assertThat(spans(traces, Fate.LOST)).isEqualTo(1));

            receiver.answer(request -> HttpReceiver.Response.accepted());
            traces.polled(JOBS);

            eventually(() -> assertThat(spans(traces, Fate.ACCEPTED)).isEqualTo(1));
            assertThat(traces.metrics().requests())
                    .containsEntry(Outcome.REFUSED, 1L)
                    .containsEntry(Outcome.UNAUTHORIZED, 1L)
                    .containsEntry(Outcome.OK, 1L);
        }
    }
}
