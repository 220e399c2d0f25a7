package dev.sluice.exporter.sink.cloudwatch.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.common.net.Backoff;
import dev.sluice.exporter.metrics.process.CloudWatchMetrics.Outcome;
import dev.sluice.exporter.sink.cloudwatch.rollup.Datum;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DeliveryTest {

    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
    private static final Answer THROTTLED = new Answer(Outcome.THROTTLED, "400 Rate exceeded");
    private static final Answer REFUSED = new Answer(Outcome.REFUSED, "400 bad value");

    private final List<Duration> pauses = new ArrayList<>();
    private final Deque<Answer> answers = new ArrayDeque<>();
    /** The number of leader checks until another exporter publishes. */
    private int requestsLeft = Integer.MAX_VALUE;

    private Delivery.Result deliver(List<Datum> data, MetricSender sender) {
        return new Delivery(sender, Delivery.backoff(() -> 1), pauses::add, NOW, () -> requestsLeft-- > 0)
                .deliver(data);
    }

    private Answer next(List<Datum> data, Instant at) {
        return answers.isEmpty() ? Answer.accepted() : answers.removeFirst();
    }

    @Test
    void dropsARefusedRequestAndSendsTheNext() {
        answers.add(REFUSED);

        Delivery.Result result = deliver(SampleData.numbered(1_500), this::next);

        assertThat(result.accepted()).hasSize(500);
        assertThat(result.failure()).contains(REFUSED);
        assertThat(result.answers()).isEqualTo(Map.of(Outcome.REFUSED, 1, Outcome.ACCEPTED, 1));
    }

    @Test
    void sendsNothingMoreOnceAnotherPublishes() {
        requestsLeft = 1;
        answers.add(new Answer(Outcome.THROTTLED, "400"));
        Delivery.Result throttled = deliver(SampleData.numbered(10), this::next);
        assertThat(throttled.answers()).isEqualTo(Map.of(Outcome.THROTTLED, 1));
        assertThat(throttled.accepted()).isEmpty();

        requestsLeft = 1;
        // The sender needs two requests, because CloudWatch accepts at most 1,000 data in one request.
        Delivery.Result cut = deliver(SampleData.numbered(1_500), this::next);
        assertThat(cut.answers()).isEqualTo(Map.of(Outcome.ACCEPTED, 1));
        assertThat(cut.accepted()).hasSize(1_000);
        assertThat(cut.failure()).isPresent();
    }

    @Test
    void waitsLongerEachTimeWhileItIsThrottled() {
        answers.addAll(List.of(THROTTLED, THROTTLED, THROTTLED));

        Delivery.Result result = deliver(SampleData.numbered(3), this::next);

        assertThat(pauses).containsExactly(Duration.ofMillis(200), Duration.ofMillis(400), Duration.ofMillis(800));
        assertThat(result.accepted()).hasSize(3);
        assertThat(result.answers()).isEqualTo(Map.of(Outcome.THROTTLED, 3, Outcome.ACCEPTED, 1));
    }

    @Test
    void aPartOfEachWaitIsLeftToChance() {
        Backoff lucky = Delivery.backoff(() -> 0);
        Backoff unlucky = Delivery.backoff(() -> 1);

        assertThat(lucky.after(1)).isEqualTo(Duration.ofMillis(100));
        assertThat(unlucky.after(1)).isEqualTo(Duration.ofMillis(200));
        assertThat(unlucky.after(30)).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void leavesTheRestAloneOnceItIsStillThrottled() {
        answers.addAll(List.of(Answer.accepted(), THROTTLED, THROTTLED, THROTTLED, THROTTLED, THROTTLED));

        Delivery.Result result = deliver(SampleData.numbered(2_500), this::next);

        assertThat(result.accepted()).hasSize(1_000);
        assertThat(result.failure()).contains(THROTTLED);
        assertThat(pauses).hasSize(4);
    }

    @Test
    void doesNotRepeatWhatMayNotBeDone() {
        answers.add(new Answer(Outcome.UNAUTHORIZED, "403"));

        Delivery.Result result = deliver(SampleData.numbered(3), this::next);

        assertThat(pauses).isEmpty();
        assertThat(result.failure()).map(Answer::kind).contains(Outcome.UNAUTHORIZED);
        assertThat(result.answers()).isEqualTo(Map.of(Outcome.UNAUTHORIZED, 1));
    }
}
