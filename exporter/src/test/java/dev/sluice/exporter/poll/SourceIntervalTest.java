package dev.sluice.exporter.poll;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.FailureKind;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SourceIntervalTest {

    private final PolledSource source = new PolledSource();

    /**
     * Cycles are 15 s apart; the time of the jobs request within a cycle depends on the duration of the nodes request.
     * If 15 s were also required between two requests, every second cycle would skip jobs.
     */
    @ParameterizedTest
    @CsvSource({"PT0.6S, PT0S", "PT0.000001S, PT0S", "PT3S, PT2.9S"})
    void isAskedInEveryCycleHoweverLateInTheOneBefore(Duration nodesTook, Duration nodesTookNext) {
        source.pollAfter(nodesTook);
        source.answer("a");
        source.pollAfter(Duration.ofSeconds(15).minus(nodesTook).plus(nodesTookNext));

        assertThat(source.questions).hasSize(2);
    }

    @Test
    void leavesTheServerAloneForTenTimesAsLongAsItUsuallyTakes() {
        source.answerAfter(Duration.ofSeconds(4));
        assertThat(source.poll.status().pace().interval())
                .as("the first answer does not count")
                .isEqualTo(Duration.ofSeconds(15));
        source.time.pass(Duration.ofSeconds(11));
        source.answerAfter(Duration.ofSeconds(4));
        assertThat(source.poll.status().pace().interval()).isEqualTo(Duration.ofSeconds(40));
        assertThat(source.poll.status().pace().maxAge()).isEqualTo(Duration.ofMinutes(2));

        source.pollAfter(Duration.ofSeconds(36).minusNanos(1));
        assertThat(source.questions).hasSize(2);
        source.pollAfter(Duration.ofNanos(1));
        assertThat(source.questions).hasSize(3);
    }

    @Test
    void countsNoFailureAmongTheAnswersThatDecideTheInterval() {
        source.answerAfter(Duration.ofMillis(70));
        for (int i = 0; i < 9; i++) {
            source.pollAfter(Duration.ofMinutes(2));
            source.time.pass(Duration.ofSeconds(30));
            source.failLast();
        }
        source.time.pass(Duration.ofMinutes(2));
        source.answerAfter(Duration.ofMillis(70));

        assertThat(source.poll.status().pace().interval()).isEqualTo(Duration.ofSeconds(15));
    }

    @ParameterizedTest
    @EnumSource
    void triesAgainInTheNextCycleAfterTheFirstFailureOfAnyKindThenLessOften(FailureKind kind) {
        source.fail(kind);
        assertThat(source.poll.status().pace().interval()).isEqualTo(Duration.ofSeconds(15));
        source.fail(kind);
        assertThat(source.questions).hasSize(2);
        assertThat(source.poll.status().pace().interval()).isEqualTo(Duration.ofSeconds(30));

        source.pollAfter(Duration.ofMillis(14_999));
        assertThat(source.questions).hasSize(2);
        source.pollAfter(Duration.ofMillis(15_001));
        assertThat(source.questions).hasSize(3);
    }

    @Test
    void needsNotWaitForTheEndOfItsBackOffWhereAnotherSourceHasRecovered() {
        source.fail(FailureKind.UNREACHABLE);
        source.fail(FailureKind.UNREACHABLE);
        source.time.pass(Duration.ofSeconds(15));
        source.fail(FailureKind.UNREACHABLE);
        int asked = source.questions.size();

        source.pollAfterRecovery();
        assertThat(source.questions).as("not twice within an interval").hasSize(asked);
        source.pollAfter(Duration.ofSeconds(15));
        assertThat(source.questions).hasSize(asked + 1);
    }

    @Test
    void isAskedAtOnceWhereItCouldNotBeAskedBefore() {
        source.fail(FailureKind.UNREACHABLE);
        source.pollAfter(Duration.ofSeconds(15));
        source.last().fail(FetchFailure.withoutRequest(FailureKind.UNEXPECTED_STATUS, "as the test wants"));
        int asked = source.questions.size();

        source.pollAfterRecovery();
        assertThat(source.questions).hasSize(asked + 1);
    }

    @Test
    void keepsItsDistanceWhereItAnswersAndAnotherSourceHasRecovered() {
        source.answerAfter(Duration.ofSeconds(10));
        source.time.pass(Duration.ofSeconds(10));
        source.answerAfter(Duration.ofSeconds(10));
        source.time.pass(Duration.ofSeconds(60));

        source.pollAfterRecovery();
        assertThat(source.questions).hasSize(2);
    }

    /** The request was sent while slurmctld was down, and fails after another source has recovered. */
    @Test
    void doesNotBackOffWhereAnotherSourceHasRecoveredSinceItWasAsked() {
        source.failTimes(6);
        source.pollAfter(Duration.ofMinutes(1));
        source.poll.retrySoon();
        source.failLast();

        assertThat(source.poll.status().pace().interval()).isEqualTo(Duration.ofSeconds(15));
        source.pollAfter(Duration.ofSeconds(15));
        assertThat(source.questions).hasSize(8);
    }

    /** The recovery of another source ends only one backoff, not all later backoffs. */
    @Test
    void backsOffAgainWhereItFailsAfterTheRecoveryOfAnotherSource() {
        source.failTimes(6);
        source.pollAfter(Duration.ofMinutes(1));
        source.poll.retrySoon();
        source.failLast();
        source.pollAfter(Duration.ofMinutes(1));
        source.failLast();

        assertThat(source.poll.status().pace().interval()).isEqualTo(Duration.ofMinutes(1));
    }

    /**
     * After one failure, the cycles determine the time of the next poll. A poll that began late in a cycle must not
     * miss the next cycle.
     */
    @Test
    void isNotAskedLaterBecauseAnotherSourceHasRecovered() {
        source.fail(FailureKind.UNREACHABLE);
        source.time.pass(Duration.ofSeconds(14));

        source.pollAfterRecovery();
        assertThat(source.questions).hasSize(2);
    }

    @Test
    void keepsItsDistanceOnceItCouldBeAskedAgain() {
        source.poll.pollIfDue();
        source.questions.get(0).fail(FetchFailure.withoutRequest(FailureKind.UNEXPECTED_STATUS, "as the test wants"));
        source.fail(FailureKind.TIMEOUT);
        int asked = source.questions.size();

        source.pollAfterRecovery();
        assertThat(source.questions).hasSize(asked);
    }

    @Test
    void keepsItsDistanceWhereItIsAbsentAndAnotherSourceHasRecovered() {
        source.sayAbsent(3);

        source.pollAfterRecovery();
        assertThat(source.questions).as("not twice within an interval").hasSize(3);
        source.pollAfter(Duration.ofSeconds(15));
        assertThat(source.questions).hasSize(4);
    }

    @Test
    void beginsItsBackOffAnewAfterAGoodAnswer() {
        source.failTimes(3);
        source.time.pass(Duration.ofMinutes(1));
        source.answerAfter(Duration.ZERO);
        source.fail(FailureKind.TIMEOUT);

        assertThat(source.poll.status().pace().interval()).isEqualTo(Duration.ofSeconds(15));
    }

    @Test
    void forgetsTheFailuresBeforeItsAbsence() {
        source.failTimes(3);
        source.sayAbsent(3);
        source.pollAfter(Duration.ofMinutes(10));
        source.failLast();

        assertThat(source.poll.status().pace().interval()).isEqualTo(Duration.ofSeconds(15));
    }

    @Test
    void looksForWhatIsAbsentInTheNextCycleWhereAnotherSourceHasRecoveredSinceItWasAsked() {
        source.sayAbsent(3);
        source.pollAfter(Duration.ofMinutes(10));
        source.poll.retrySoon();
        source.last().fail(FetchFailure.absent("not here"));

        assertThat(source.poll.status().pace().interval()).isEqualTo(Duration.ofSeconds(15));
    }

    /**
     * The median of 4, 4, 4, 0.1 and 0.1 s is 4 s; after one more response, the median of the last five responses is
     * 0.1 s.
     */
    @Test
    void stretchesItsIntervalByTheLastFiveAnswers() {
        for (int i = 0; i < 3; i++) {
            source.answerAfter(Duration.ofSeconds(4));
            source.time.pass(Duration.ofMinutes(1));
        }
        for (int i = 0; i < 2; i++) {
            source.answerAfter(Duration.ofMillis(100));
            source.time.pass(Duration.ofMinutes(1));
        }
        assertThat(source.poll.status().pace().interval()).isEqualTo(Duration.ofSeconds(40));

        source.answerAfter(Duration.ofMillis(100));
        assertThat(source.poll.status().pace().interval()).isEqualTo(Duration.ofSeconds(15));
    }

    /** There are six slow responses and then five fast responses. The old responses no longer count. */
    @Test
    void forgetsHowLongAnswersTookBeforeTheLastFive() {
        for (int i = 0; i < 6; i++) {
            source.answerAfter(Duration.ofSeconds(4));
            source.time.pass(Duration.ofMinutes(1));
        }
        for (int i = 0; i < 5; i++) {
            source.answerAfter(Duration.ofMillis(100));
            source.time.pass(Duration.ofMinutes(1));
        }

        assertThat(source.poll.status().pace().interval()).isEqualTo(Duration.ofSeconds(15));
    }
}
