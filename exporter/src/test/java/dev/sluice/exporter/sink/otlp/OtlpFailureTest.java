package dev.sluice.exporter.sink.otlp;

import static dev.sluice.exporter.config.Loaded.changed;
import static dev.sluice.exporter.sink.otlp.Pushing.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.metrics.process.OtlpMetrics.PushOutcome;
import dev.sluice.exporter.sink.otlp.HttpReceiver.Response;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class OtlpFailureTest {

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
}
