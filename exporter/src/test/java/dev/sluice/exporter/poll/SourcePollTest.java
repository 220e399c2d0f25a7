package dev.sluice.exporter.poll;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.SlurmSource;
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
import org.junit.jupiter.params.provider.EnumSource;

class SourcePollTest {

    private static final PollPolicy POLICY = new PollSettings(
                    Duration.ofSeconds(15),
                    Duration.ofSeconds(60),
                    Duration.ofSeconds(120),
                    0.1,
                    Duration.ofMinutes(5),
                    Optional.empty())
            .policy(SlurmSource.JOBS);

    private final FakeTime time = new FakeTime();
    private final List<Promise<Fetched<String>>> questions = new ArrayList<>();
    private final List<Observed<String>> told = new ArrayList<>();
    private final SourcePoll.Listener listener = new SourcePoll.Listener() {
        @Override
        public void recovered() {
            recoveries++;
        }
    };
    private final SourcePoll<String> poll = new SourcePoll<>(
            "alpha",
            SlurmSource.JOBS,
            POLICY,
            time.time(),
            listener,
            () -> {
                Promise<Fetched<String>> question = Promise.promise();
                questions.add(question);
                return question.future();
            },
            (status, value) -> told.add(value));

    private int recoveries;

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
    void leavesTheServerAloneForTenTimesAsLongAsItUsuallyTakes() {
        answerAfter(Duration.ofSeconds(4));
        assertThat(poll.status().interval())
                .as("the first answer does not count")
                .isEqualTo(Duration.ofSeconds(15));
        time.pass(Duration.ofSeconds(11));
        answerAfter(Duration.ofSeconds(4));
        assertThat(poll.status().interval()).isEqualTo(Duration.ofSeconds(40));
        assertThat(poll.status().maxAge()).isEqualTo(Duration.ofMinutes(2));

        time.pass(Duration.ofSeconds(36).minusNanos(1));
        poll.pollIfDue();
        assertThat(questions).hasSize(2);
        time.pass(Duration.ofNanos(1));
        poll.pollIfDue();
        assertThat(questions).hasSize(3);
    }

    /** slurmrestd stood still for two minutes, or one answer came over a link that had become slow. */
    @Test
    void goesOnAsBeforeAfterOneSlowAnswer() {
        for (int i = 0; i < 5; i++) {
            answerAfter(Duration.ofMillis(70));
            time.pass(Duration.ofSeconds(15));
        }
        answerAfter(Duration.ofSeconds(123));

        assertThat(poll.status().interval()).isEqualTo(Duration.ofSeconds(15));
        assertThat(poll.status().maxAge()).isEqualTo(Duration.ofSeconds(90));
        poll.pollIfDue();
        assertThat(questions).hasSize(7);
    }

    @Test
    void countsNoFailureAmongTheAnswersThatDecideTheInterval() {
        answerAfter(Duration.ofMillis(70));
        for (int i = 0; i < 9; i++) {
            time.pass(Duration.ofMinutes(2));
            poll.pollIfDue();
            time.pass(Duration.ofSeconds(30));
            questions.get(questions.size() - 1).fail(new FetchFailure(FailureKind.TIMEOUT, "as the test wants"));
        }
        time.pass(Duration.ofMinutes(2));
        answerAfter(Duration.ofMillis(70));

        assertThat(poll.status().interval()).isEqualTo(Duration.ofSeconds(15));
    }

    @ParameterizedTest
    @EnumSource
    void triesAgainInTheNextCycleAfterTheFirstFailureOfAnyKindThenLessOften(FailureKind kind) {
        fail(kind);
        assertThat(poll.status().interval()).isEqualTo(Duration.ofSeconds(15));
        fail(kind);
        assertThat(questions).hasSize(2);
        assertThat(poll.status().interval()).isEqualTo(Duration.ofSeconds(30));

        time.pass(Duration.ofMillis(14_999));
        poll.pollIfDue();
        assertThat(questions).hasSize(2);
        time.pass(Duration.ofMillis(15_001));
        poll.pollIfDue();
        assertThat(questions).hasSize(3);
    }

    @Test
    void triesAgainWithinAMinuteHoweverOftenItHasFailed() {
        for (int i = 0; i < 20; i++) {
            time.pass(Duration.ofMinutes(1));
            poll.pollIfDue();
            assertThat(questions).hasSize(i + 1);
            questions.get(i).fail(new FetchFailure(FailureKind.UNREACHABLE, "as the test wants"));
        }
        assertThat(poll.status().interval()).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void needsNotWaitForTheEndOfItsBackOffWhereAnotherSourceHasRecovered() {
        fail(FailureKind.UNREACHABLE);
        fail(FailureKind.UNREACHABLE);
        time.pass(Duration.ofSeconds(15));
        fail(FailureKind.UNREACHABLE);
        int asked = questions.size();

        poll.retrySoon();
        poll.pollIfDue();
        assertThat(questions).as("not twice within an interval").hasSize(asked);
        time.pass(Duration.ofSeconds(15));
        poll.pollIfDue();
        assertThat(questions).hasSize(asked + 1);
    }

    @Test
    void isAskedAtOnceWhereItCouldNotBeAskedBefore() {
        fail(FailureKind.UNREACHABLE);
        time.pass(Duration.ofSeconds(15));
        poll.pollIfDue();
        questions
                .get(questions.size() - 1)
                .fail(FetchFailure.withoutRequest(FailureKind.UNEXPECTED_STATUS, "as the test wants"));
        int asked = questions.size();

        poll.retrySoon();
        poll.pollIfDue();
        assertThat(questions).hasSize(asked + 1);
    }

    @Test
    void keepsItsDistanceWhereItAnswersAndAnotherSourceHasRecovered() {
        answerAfter(Duration.ofSeconds(10));
        time.pass(Duration.ofSeconds(10));
        answerAfter(Duration.ofSeconds(10));
        time.pass(Duration.ofSeconds(60));

        poll.retrySoon();
        poll.pollIfDue();
        assertThat(questions).hasSize(2);
    }

    @Test
    void showsWhatBecameOfEachPoll() {
        answerAfter(Duration.ofMillis(70));
        assertThat(poll.status().apiVersion()).isEqualTo("v0.0.45");
        assertThat(poll.status().lastBytes()).isEqualTo(7);
        fail(FailureKind.TIMEOUT);
        assertThat(poll.status().failure().orElseThrow().message()).isEqualTo("as the test wants");
        sayAbsent(2);
        assertThat(poll.status().failure().orElseThrow().message()).isEqualTo("not here");
        assertThat(poll.status().absent()).isEmpty();
        sayAbsent(1);

        assertThat(poll.status().failures())
                .isEqualTo(Map.of(FailureKind.TIMEOUT, 1L, FailureKind.UNEXPECTED_STATUS, 2L));
        assertThat(poll.status().failure()).isEmpty();
        assertThat(poll.status().absent()).contains("not here");
        assertThat(recoveries).isZero();
    }

    /** It was asked while slurmctld was down, and fails after another source has recovered. */
    @Test
    void doesNotBackOffWhereAnotherSourceHasRecoveredSinceItWasAsked() {
        failTimes(6);
        time.pass(Duration.ofMinutes(1));
        poll.pollIfDue();
        poll.retrySoon();
        failLast();

        assertThat(poll.status().interval()).isEqualTo(Duration.ofSeconds(15));
        time.pass(Duration.ofSeconds(15));
        poll.pollIfDue();
        assertThat(questions).hasSize(8);
    }

    /** The recovery of another source ends one rest, not all later ones. */
    @Test
    void backsOffAgainWhereItFailsAfterTheRecoveryOfAnotherSource() {
        failTimes(6);
        time.pass(Duration.ofMinutes(1));
        poll.pollIfDue();
        poll.retrySoon();
        failLast();
        time.pass(Duration.ofMinutes(1));
        poll.pollIfDue();
        failLast();

        assertThat(poll.status().interval()).isEqualTo(Duration.ofMinutes(1));
    }

    /** Cycles decide after one failure: a poll that began late in a cycle must not miss the next. */
    @Test
    void isNotAskedLaterBecauseAnotherSourceHasRecovered() {
        fail(FailureKind.UNREACHABLE);
        time.pass(Duration.ofSeconds(14));

        poll.retrySoon();
        poll.pollIfDue();
        assertThat(questions).hasSize(2);
    }

    @Test
    void keepsItsDistanceOnceItCouldBeAskedAgain() {
        poll.pollIfDue();
        questions.get(0).fail(FetchFailure.withoutRequest(FailureKind.UNEXPECTED_STATUS, "as the test wants"));
        fail(FailureKind.TIMEOUT);
        int asked = questions.size();

        poll.retrySoon();
        poll.pollIfDue();
        assertThat(questions).hasSize(asked);
    }

    @Test
    void beginsItsBackOffAnewAfterAGoodAnswer() {
        failTimes(3);
        time.pass(Duration.ofMinutes(1));
        answerAfter(Duration.ZERO);
        fail(FailureKind.TIMEOUT);

        assertThat(poll.status().interval()).isEqualTo(Duration.ofSeconds(15));
    }

    @Test
    void beginsItsBackOffAnewOnceItWasAbsent() {
        sayAbsent(3);
        time.pass(Duration.ofMinutes(10));
        poll.pollIfDue();
        failLast();

        assertThat(poll.status().interval()).isEqualTo(Duration.ofSeconds(15));
    }

    @Test
    void looksForWhatIsAbsentInTheNextCycleWhereAnotherSourceHasRecoveredSinceItWasAsked() {
        sayAbsent(3);
        time.pass(Duration.ofMinutes(10));
        poll.pollIfDue();
        poll.retrySoon();
        questions.get(questions.size() - 1).fail(new SourceAbsent("not here"));

        assertThat(poll.status().interval()).isEqualTo(Duration.ofSeconds(15));
    }

    @Test
    void publishesNothingBeforeItHasData() {
        poll.pollIfDue();
        answer(Optional.empty());

        assertThat(told).isEmpty();
        assertThat(poll.status().failure()).isEmpty();
    }

    @Test
    void publishesNothingOfBeforeItsAbsence() {
        poll.pollIfDue();
        answer("a");
        sayAbsent(3);
        time.pass(Duration.ofMinutes(10));
        poll.pollIfDue();
        answer(Optional.empty());

        assertThat(told).hasSize(1);
    }

    /** Of 4, 4, 4, 0.1 and 0.1 s the median is 4 s, of the last five after one more it is 0.1 s. */
    @Test
    void stretchesItsIntervalByTheLastFiveAnswers() {
        for (int i = 0; i < 3; i++) {
            answerAfter(Duration.ofSeconds(4));
            time.pass(Duration.ofMinutes(1));
        }
        for (int i = 0; i < 2; i++) {
            answerAfter(Duration.ofMillis(100));
            time.pass(Duration.ofMinutes(1));
        }
        assertThat(poll.status().interval()).isEqualTo(Duration.ofSeconds(40));

        answerAfter(Duration.ofMillis(100));
        assertThat(poll.status().interval()).isEqualTo(Duration.ofSeconds(15));
    }

    /** Six slow answers and five quick ones: those of long ago count no more. */
    @Test
    void forgetsHowLongAnswersTookBeforeTheLastFive() {
        for (int i = 0; i < 6; i++) {
            answerAfter(Duration.ofSeconds(4));
            time.pass(Duration.ofMinutes(1));
        }
        for (int i = 0; i < 5; i++) {
            answerAfter(Duration.ofMillis(100));
            time.pass(Duration.ofMinutes(1));
        }

        assertThat(poll.status().interval()).isEqualTo(Duration.ofSeconds(15));
    }

    private void failTimes(int times) {
        for (int i = 0; i < times; i++) {
            time.pass(Duration.ofMinutes(1));
            poll.pollIfDue();
            failLast();
        }
    }

    private void failLast() {
        questions.get(questions.size() - 1).fail(new FetchFailure(FailureKind.UNREACHABLE, "as the test wants"));
    }

    private void sayAbsent(int times) {
        for (int i = 0; i < times; i++) {
            time.pass(Duration.ofMinutes(1));
            poll.pollIfDue();
            questions.get(questions.size() - 1).fail(new SourceAbsent("not here"));
        }
    }

    @Test
    void tellsThatItHasRecovered() {
        fail(FailureKind.TIMEOUT);
        time.pass(Duration.ofSeconds(15));
        answerAfter(Duration.ofMillis(70));
        time.pass(Duration.ofSeconds(15));
        answerAfter(Duration.ofMillis(70));

        assertThat(recoveries).isEqualTo(1);
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
        time.pass(Duration.ofSeconds(15));
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

    @Test
    void keepsThePromisedMaxAgeThroughATimeout() {
        poll.pollIfDue();
        answer("a");
        time.pass(Duration.ofSeconds(15));
        poll.pollIfDue();
        time.pass(Duration.ofSeconds(30));
        questions.get(1).fail(new FetchFailure(FailureKind.TIMEOUT, "too slow"));

        assertThat(poll.status().interval()).isEqualTo(Duration.ofSeconds(15));
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
                "alpha",
                SlurmSource.JOBS,
                POLICY,
                time.time(),
                listener,
                () -> Future.succeededFuture(fetched(Optional.of("a"))),
                (status, value) -> {
                    throw new IllegalStateException("a defect");
                });
        unpublished.pollIfDue();

        assertThat(unpublished.status().observedAt()).isEmpty();
        assertThat(unpublished.status().failure().orElseThrow().kind()).isEqualTo(FailureKind.UNDECODABLE);
    }

    private void answerAfter(Duration took) {
        poll.pollIfDue();
        time.pass(took);
        answer("a");
    }

    private void answer(String value) {
        answer(Optional.of(value));
    }

    private void answer(Optional<String> value) {
        questions.get(questions.size() - 1).complete(fetched(value));
    }

    private static Fetched<String> fetched(Optional<String> value) {
        return new Fetched<>(value, "v0.0.45", "26.05.5", 7, 1, Optional.of("a flag is unknown"));
    }

    private void fail(FailureKind kind) {
        time.pass(Duration.ofSeconds(15));
        poll.pollIfDue();
        questions.get(questions.size() - 1).fail(new FetchFailure(kind, "as the test wants"));
    }
}
