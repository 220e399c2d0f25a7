package dev.sluice.exporter.poll;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.SourceStatus;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SourcePollTest {

    private static final PollPolicy POLICY = new PollPolicy(Duration.ofSeconds(15), 0.1, Optional.empty());

    private final FakeTime time = new FakeTime();
    private final List<Promise<Fetched<String>>> questions = new ArrayList<>();
    private final List<Observed<String>> told = new ArrayList<>();
    private final SourcePoll<String> poll = new SourcePoll<>(
            "alpha",
            "jobs",
            POLICY,
            time.time(),
            () -> {
                Promise<Fetched<String>> question = Promise.promise();
                questions.add(question);
                return question.future();
            },
            (status, value) -> told.add(value));

    /**
     * Cycles are 15 s apart; when jobs are asked for within them depends on how long the nodes took. Were 15 s kept
     * between two requests as well, every second cycle would go without jobs.
     */
    @ParameterizedTest
    @CsvSource({"PT0.6S, PT0S", "PT0.000001S, PT0S", "PT3S, PT2.9S"})
    void isAskedInEveryCycleHoweverLateInTheOneBefore(Duration nodesTook, Duration nodesTookNext) {
        time.pass(nodesTook);
        poll.pollIfDue();
        answer("a");
        time.pass(Duration.ofSeconds(15).minus(nodesTook).plus(nodesTookNext));
        poll.pollIfDue();

        assertThat(questions).hasSize(2);
    }

    @Test
    void restsBetweenTwoPollsThatAreCheapEnoughForEveryCycleToo() {
        // The nodes took 10 s, the jobs 1 s; in the next cycle the nodes answer at once.
        time.pass(Duration.ofSeconds(10));
        poll.pollIfDue();
        time.pass(Duration.ofSeconds(1));
        answer("a");
        time.pass(Duration.ofSeconds(4));
        poll.pollIfDue();
        assertThat(questions).hasSize(1);

        time.pass(Duration.ofSeconds(5));
        poll.pollIfDue();
        assertThat(questions).hasSize(2);
    }

    @Test
    void isNotAskedTwiceAtOnce() {
        poll.pollIfDue();
        time.pass(Duration.ofDays(2));

        assertThat(poll.pollIfDue().isComplete()).isTrue();
        assertThat(questions).hasSize(1);
    }

    @Test
    void datesAnAnswerWithTheTimeOfTheQuestion() {
        poll.pollIfDue();
        time.pass(Duration.ofSeconds(4));
        answer("a");

        SourceStatus status = poll.status();
        assertThat(told).containsExactly(new Observed<>("a", FakeTime.START));
        assertThat(status.observedAt()).contains(FakeTime.START);
        assertThat(status.lastDuration()).isEqualTo(Duration.ofSeconds(4));
        assertThat(status.interval()).isEqualTo(Duration.ofSeconds(40));
        assertThat(status.maxAge()).isEqualTo(Duration.ofMinutes(2));
        assertThat(status.apiVersion()).isEqualTo("v0.0.45");
        assertThat(status.release()).isEqualTo("26.05.5");
        assertThat(status.lastBytes()).isEqualTo(7);
        assertThat(status.unreadable()).isEqualTo(1);
        assertThat(status.problem()).contains("a flag is unknown");
    }

    @Test
    void countsFailuresByKindAndKeepsWhatItKnows() {
        poll.pollIfDue();
        answer("a");
        SourceStatus good = poll.status();

        fail(FailureKind.UNREACHABLE);
        fail(FailureKind.UNREACHABLE);
        fail(FailureKind.UNAUTHORIZED);
        SourceStatus status = poll.status();
        assertThat(status.failures()).isEqualTo(Map.of(FailureKind.UNREACHABLE, 2L, FailureKind.UNAUTHORIZED, 1L));
        assertThat(status.failure())
                .contains(new SourceStatus.Failure(
                        FailureKind.UNAUTHORIZED, "as the test wants", FakeTime.START.plusSeconds(15)));
        assertThat(status.observedAt()).isEqualTo(good.observedAt());
        assertThat(status.apiVersion()).isEqualTo(good.apiVersion());
        assertThat(status.release()).isEqualTo(good.release());
        assertThat(status.lastBytes()).isEqualTo(good.lastBytes());
        assertThat(told).hasSize(1);
    }

    @Test
    void forgetsTheFailureButNotTheCountWithTheNextGoodAnswer() {
        fail(FailureKind.UNREACHABLE);
        assertThat(poll.status().observedAt()).isEmpty();
        time.pass(Duration.ofSeconds(15));
        poll.pollIfDue();
        answer("a");

        assertThat(poll.status().failure()).isEmpty();
        assertThat(poll.status().failures()).isEqualTo(Map.of(FailureKind.UNREACHABLE, 1L));
        assertThat(poll.status().observedAt()).contains(FakeTime.START.plusSeconds(30));
    }

    /** A source that takes long to fail gets more time between polls, but what we hold gets no older for it. */
    @Test
    void keepsThePromisedMaxAgeThroughATimeout() {
        poll.pollIfDue();
        answer("a");
        time.pass(Duration.ofSeconds(15));
        poll.pollIfDue();
        time.pass(Duration.ofSeconds(30));
        questions.get(1).fail(new FetchFailure(FailureKind.TIMEOUT, "too slow"));

        assertThat(poll.status().interval()).isEqualTo(Duration.ofMinutes(5));
        assertThat(poll.status().maxAge()).isEqualTo(Duration.ofSeconds(90));
    }

    @Test
    void renewsTheAgeOfWhatHasNotChanged() {
        poll.pollIfDue();
        answer("a");
        time.pass(Duration.ofSeconds(15));
        poll.pollIfDue();
        questions.get(1).complete(new Fetched<>(Optional.empty(), "v0.0.45", "", 0, 0, Optional.empty()));

        assertThat(told).last().isEqualTo(new Observed<>("a", FakeTime.START.plusSeconds(15)));
        assertThat(poll.status().observedAt()).contains(FakeTime.START.plusSeconds(15));
        assertThat(poll.status().release()).isEqualTo("26.05.5");
        assertThat(poll.status().unreadable()).isEqualTo(1);
    }

    @Test
    void isNotUpWhereItsNumbersCannotBePublished() {
        SourcePoll<String> unpublished = new SourcePoll<>(
                "alpha", "jobs", POLICY, time.time(), () -> Future.succeededFuture(fetched("a")), (status, value) -> {
                    throw new IllegalStateException("a defect");
                });
        unpublished.pollIfDue();

        assertThat(unpublished.status().observedAt()).isEmpty();
        assertThat(unpublished.status().failure().orElseThrow().kind()).isEqualTo(FailureKind.UNDECODABLE);
    }

    private void answer(String value) {
        questions.get(questions.size() - 1).complete(fetched(value));
    }

    private static Fetched<String> fetched(String value) {
        return new Fetched<>(Optional.of(value), "v0.0.45", "26.05.5", 7, 1, Optional.of("a flag is unknown"));
    }

    private void fail(FailureKind kind) {
        time.pass(Duration.ofSeconds(15));
        poll.pollIfDue();
        questions.get(questions.size() - 1).fail(new FetchFailure(kind, "as the test wants"));
    }
}
