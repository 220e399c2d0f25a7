package dev.sluice.exporter.poll;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.SlurmSource;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the number of consecutive "not available" responses after which a source counts as not available. */
class AbsentSourceTest {

    private final FakeTime time = new FakeTime();
    private final List<Promise<Fetched<String>>> questions = new ArrayList<>();
    private final List<Observed<String>> told = new ArrayList<>();
    private final SourcePoll<String> poll = new SourcePoll<>(
            new SourceLog("alpha", Runnable::run),
            SlurmSource.QOS,
            PollConfigs.of(
                            Duration.ofSeconds(15),
                            Duration.ofSeconds(60),
                            Duration.ofSeconds(120),
                            0.1,
                            Duration.ofMinutes(5),
                            Optional.empty())
                    .policy(SlurmSource.QOS),
            time.time(),
            PolledSource::publish,
            () -> {},
            () -> {
                Promise<Fetched<String>> question = Promise.promise();
                questions.add(question);
                return question.future();
            },
            (status, value) -> told.add(value));

    /** A proxy responds with 404 while slurmrestd restarts. */
    @Test
    void keepsWhatItKnowsUntilThreeAnswersInARowSayThatItIsAbsent() {
        ask();
        answer("a");
        sayAbsent(2);

        assertThat(poll.status().absent()).isEmpty();
        assertThat(poll.status().observedAt()).contains(FakeTime.START);
        assertThat(poll.status().failure())
                .hasValueSatisfying(failure -> assertThat(failure.kind()).isEqualTo(FailureKind.UNEXPECTED_STATUS));

        sayAbsent(1);
        assertThat(poll.status().absent()).contains("not here");
        assertThat(poll.status().observedAt()).isEmpty();
        assertThat(poll.status().failure()).isEmpty();
        assertThat(poll.status().interval()).isEqualTo(Duration.ofMinutes(10));
    }

    @Test
    void hasItsDataBackInTheNextCycleWhereOneAnswerAloneSaidThatItIsAbsent() {
        ask();
        answer("a");
        sayAbsent(1);
        time.pass(Duration.ofSeconds(15));
        ask();
        answer("b");

        assertThat(poll.status().failure()).isEmpty();
        assertThat(told).last().isEqualTo(new Observed<>("b", time.now()));
    }

    @Test
    void looksAgainInTheNextCycleForWhatTheFirstAnswerSaidIsAbsent() {
        ask();
        questions.get(0).fail(FetchFailure.absent("not here"));
        assertThat(poll.status().absent()).contains("not here");
        assertThat(poll.status().interval()).isEqualTo(Duration.ofSeconds(15));

        time.pass(Duration.ofSeconds(15));
        ask();
        answer("a");
        assertThat(poll.status().absent()).isEmpty();
        assertThat(told).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void countsOnlyAnswersInARowThatSayThatItIsAbsent(boolean good) {
        ask();
        answer("a");
        sayAbsent(2);
        time.pass(Duration.ofMinutes(2));
        ask();
        if (good) {
            answer("a");
        } else {
            questions.get(questions.size() - 1).fail(new FetchFailure(FailureKind.TIMEOUT, "as the test wants"));
        }
        sayAbsent(2);

        assertThat(poll.status().absent()).isEmpty();
    }

    private void sayAbsent(int times) {
        for (int i = 0; i < times; i++) {
            time.pass(Duration.ofMinutes(2));
            ask();
            questions.get(questions.size() - 1).fail(FetchFailure.absent("not here"));
        }
    }

    private void ask() {
        int before = questions.size();
        poll.pollIfDue();
        assertThat(questions).hasSize(before + 1);
    }

    private void answer(String value) {
        questions
                .get(questions.size() - 1)
                .complete(new Fetched<>(Optional.of(value), "v0.0.45", "26.05.5", 7, 0, Optional.empty()));
    }
}
