package dev.sluice.exporter.poll;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.SourceStatus;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SourcePollTest {

    private final PolledSource source = new PolledSource();

    @Test
    void showsWhatBecameOfEachPoll() {
        source.answerAfter(Duration.ofMillis(70));
        assertThat(source.poll.status().answer().apiVersion()).isEqualTo("v0.0.45");
        assertThat(source.poll.status().answer().bytes()).isEqualTo(7);
        source.fail(FailureKind.TIMEOUT);
        assertThat(source.poll.status().failure().orElseThrow().message()).isEqualTo("as the test wants");
        source.sayAbsent(2);
        assertThat(source.poll.status().failure().orElseThrow().message()).isEqualTo("not here");
        assertThat(source.poll.status().absent()).isEmpty();
        source.sayAbsent(1);

        assertThat(source.poll.status().failures())
                .isEqualTo(Map.of(FailureKind.TIMEOUT, 1L, FailureKind.UNEXPECTED_STATUS, 2L));
        assertThat(source.poll.status().failure()).isEmpty();
        assertThat(source.poll.status().absent()).contains("not here");
        assertThat(source.recoveries).isZero();
    }

    @Test
    void publishesNothingBeforeItHasData() {
        source.poll.pollIfDue();
        source.answer(Optional.empty());

        assertThat(source.told).isEmpty();
        assertThat(source.poll.status().failure()).isEmpty();
    }

    @Test
    void publishesNothingOfBeforeItsAbsence() {
        source.poll.pollIfDue();
        source.answer("a");
        source.sayAbsent(3);
        source.pollAfter(Duration.ofMinutes(10));
        source.answer(Optional.empty());

        assertThat(source.told).hasSize(1);
    }

    @Test
    void tellsThatItHasRecovered() {
        source.fail(FailureKind.TIMEOUT);
        source.time.pass(Duration.ofSeconds(15));
        source.answerAfter(Duration.ofMillis(70));
        source.time.pass(Duration.ofSeconds(15));
        source.answerAfter(Duration.ofMillis(70));

        assertThat(source.recoveries).isEqualTo(1);
    }

    @Test
    void isNotAskedTwiceAtOnce() {
        source.poll.pollIfDue();
        source.time.pass(Duration.ofDays(2));

        assertThat(source.poll.pollIfDue().isComplete()).isTrue();
        assertThat(source.questions).hasSize(1);
    }

    @Test
    void datesAnAnswerWithTheTimeOfTheQuestion() {
        source.poll.pollIfDue();
        source.time.pass(Duration.ofSeconds(4));
        source.answer("a");

        SourceStatus status = source.poll.status();
        assertThat(source.told).containsExactly(new Observed<>("a", FakeTime.START));
        assertThat(status.observedAt()).contains(FakeTime.START);
        assertThat(status.lastDuration()).isEqualTo(Duration.ofSeconds(4));
        assertThat(status.answer().apiVersion()).isEqualTo("v0.0.45");
        assertThat(status.answer().release()).isEqualTo("26.05.5");
        assertThat(status.answer().bytes()).isEqualTo(7);
        assertThat(status.answer().unreadable()).isEqualTo(1);
        assertThat(status.answer().problem()).contains("a flag is unknown");
    }

    /** Ages need the steady clock. Times of Slurm need the wall clock. */
    @Test
    void datesAnAnswerWithBothClocksAfterAStepOfTheWallClock() {
        source.time.step(Duration.ofHours(-1));
        source.answerAfter(Duration.ofSeconds(4));

        assertThat(source.told)
                .containsExactly(new Observed<>("a", FakeTime.START, FakeTime.START.minus(Duration.ofHours(1))));
        assertThat(source.poll.status().observedAt()).contains(FakeTime.START);
    }

    @Test
    void countsFailuresByKindAndKeepsWhatItKnows() {
        source.poll.pollIfDue();
        source.answer("a");
        SourceStatus good = source.poll.status();

        source.fail(FailureKind.UNREACHABLE);
        source.fail(FailureKind.UNREACHABLE);
        source.time.pass(Duration.ofSeconds(15));
        source.fail(FailureKind.UNAUTHORIZED);
        SourceStatus status = source.poll.status();
        assertThat(status.failures()).isEqualTo(Map.of(FailureKind.UNREACHABLE, 2L, FailureKind.UNAUTHORIZED, 1L));
        assertThat(status.failure())
                .contains(new SourceStatus.Failure(
                        FailureKind.UNAUTHORIZED, "as the test wants", FakeTime.START.plusSeconds(15)));
        assertThat(status.observedAt()).isEqualTo(good.observedAt());
        assertThat(status.answer().apiVersion()).isEqualTo(good.answer().apiVersion());
        assertThat(status.answer().release()).isEqualTo(good.answer().release());
        assertThat(status.answer().bytes()).isEqualTo(good.answer().bytes());
        assertThat(source.told).hasSize(1);
    }

    @Test
    void forgetsTheFailureButNotTheCountWithTheNextGoodAnswer() {
        source.fail(FailureKind.UNREACHABLE);
        assertThat(source.poll.status().observedAt()).isEmpty();
        source.pollAfter(Duration.ofSeconds(15));
        source.answer("a");

        assertThat(source.poll.status().failure()).isEmpty();
        assertThat(source.poll.status().failures()).isEqualTo(Map.of(FailureKind.UNREACHABLE, 1L));
        assertThat(source.poll.status().observedAt()).contains(FakeTime.START.plusSeconds(30));
    }

    @Test
    void keepsThePromisedMaxAgeThroughATimeout() {
        source.poll.pollIfDue();
        source.answer("a");
        source.pollAfter(Duration.ofSeconds(15));
        source.time.pass(Duration.ofSeconds(30));
        source.questions.get(1).fail(new FetchFailure(FailureKind.TIMEOUT, "too slow"));

        assertThat(source.poll.status().pace().interval()).isEqualTo(Duration.ofSeconds(15));
        assertThat(source.poll.status().pace().maxAge()).isEqualTo(Duration.ofSeconds(90));
    }

    @Test
    void renewsTheAgeOfWhatHasNotChanged() {
        source.poll.pollIfDue();
        source.answer("a");
        source.pollAfter(Duration.ofSeconds(15));
        source.questions.get(1).complete(new Fetched<>(Optional.empty(), "v0.0.45", "", 0, 0, Optional.empty()));

        assertThat(source.told).last().isEqualTo(new Observed<>("a", FakeTime.START.plusSeconds(15)));
        assertThat(source.poll.status().observedAt()).contains(FakeTime.START.plusSeconds(15));
        assertThat(source.poll.status().answer().release()).isEqualTo("26.05.5");
        assertThat(source.poll.status().answer().unreadable()).isEqualTo(1);
    }

    @Test
    void isNotUpWhereItsNumbersCannotBePublished() {
        SourcePoll<String> unpublished = new SourcePoll<>(
                new SourceLog("alpha", Runnable::run),
                SlurmSource.JOBS,
                PolledSource.POLICY,
                source.time.time(),
                PolledSource::publish,
                () -> source.recoveries++,
                () -> Future.succeededFuture(PolledSource.fetched(Optional.of("a"))),
                (status, value) -> {
                    throw new IllegalStateException("a defect");
                });
        unpublished.pollIfDue();

        assertThat(unpublished.status().observedAt()).isEmpty();
        assertThat(unpublished.status().failure().orElseThrow().kind()).isEqualTo(FailureKind.UNDECODABLE);
    }

    /** A proxy responds with 404 while slurmrestd restarts. */
    @Test
    void keepsWhatItKnowsUntilThreeAnswersInARowSayThatItIsAbsent() {
        source.answerAfter(Duration.ZERO);
        source.sayAbsent(2);

        assertThat(source.poll.status().absent()).isEmpty();
        assertThat(source.poll.status().observedAt()).contains(FakeTime.START);
        assertThat(source.poll.status().failure())
                .hasValueSatisfying(failure -> assertThat(failure.kind()).isEqualTo(FailureKind.UNEXPECTED_STATUS));

        source.sayAbsent(1);
        assertThat(source.poll.status().absent()).contains("not here");
        assertThat(source.poll.status().observedAt()).isEmpty();
        assertThat(source.poll.status().failure()).isEmpty();
        assertThat(source.poll.status().pace().interval()).isEqualTo(Duration.ofMinutes(10));
    }

    @Test
    void hasItsDataBackInTheNextCycleWhereOneAnswerAloneSaidThatItIsAbsent() {
        source.answerAfter(Duration.ZERO);
        source.sayAbsent(1);
        source.time.pass(Duration.ofSeconds(15));
        source.answerAfter(Duration.ZERO);

        assertThat(source.poll.status().failure()).isEmpty();
        assertThat(source.told).last().isEqualTo(new Observed<>("a", source.time.now()));
    }

    @Test
    void looksAgainInTheNextCycleForWhatTheFirstAnswerSaidIsAbsent() {
        source.sayAbsent(1);
        assertThat(source.poll.status().absent()).contains("not here");
        assertThat(source.poll.status().pace().interval()).isEqualTo(Duration.ofSeconds(15));

        source.time.pass(Duration.ofSeconds(15));
        source.answerAfter(Duration.ZERO);
        assertThat(source.poll.status().absent()).isEmpty();
        assertThat(source.told).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void countsOnlyAnswersInARowThatSayThatItIsAbsent(boolean good) {
        source.answerAfter(Duration.ZERO);
        source.sayAbsent(2);
        source.time.pass(Duration.ofMinutes(2));
        if (good) {
            source.answerAfter(Duration.ZERO);
        } else {
            source.fail(FailureKind.TIMEOUT);
        }
        source.sayAbsent(2);

        assertThat(source.poll.status().absent()).isEmpty();
    }
}
