package dev.sluice.exporter.poll;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.poll.PollConfig.PollPolicy;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A source with its own time. The test sets the responses of the source. */
final class PolledSource {

    static final PollPolicy POLICY = PollConfigs.DEFAULTS.policy(SlurmSource.JOBS);

    int recoveries;

    final FakeTime time = new FakeTime();
    final List<Promise<Fetched<String>>> questions = new ArrayList<>();
    final List<Observed<String>> told = new ArrayList<>();
    final SourcePoll<String> poll = new SourcePoll<>(
            new SourceLog("alpha", Runnable::run),
            SlurmSource.JOBS,
            POLICY,
            time.time(),
            PolledSource::publish,
            () -> recoveries++,
            () -> {
                Promise<Fetched<String>> question = Promise.promise();
                questions.add(question);
                return question.future();
            },
            (status, value) -> told.add(value));

    static Future<Void> publish(Runnable publication) {
        publication.run();
        return Future.succeededFuture();
    }

    /** Polls after another source has recovered. */
    void pollAfterRecovery() {
        poll.retrySoon();
        poll.pollIfDue();
    }

    /** Passes some time, and then polls. */
    void pollAfter(Duration wait) {
        time.pass(wait);
        poll.pollIfDue();
    }

    Promise<Fetched<String>> last() {
        return questions.get(questions.size() - 1);
    }

    void failTimes(int times) {
        for (int i = 0; i < times; i++) {
            pollAfter(Duration.ofMinutes(1));
            failLast();
        }
    }

    void failLast() {
        last().fail(new FetchFailure(FailureKind.UNREACHABLE, "as the test wants"));
    }

    void sayAbsent(int times) {
        for (int i = 0; i < times; i++) {
            pollAfter(Duration.ofMinutes(1));
            last().fail(FetchFailure.absent("not here"));
        }
    }

    void answerAfter(Duration took) {
        poll.pollIfDue();
        time.pass(took);
        answer("a");
    }

    void answer(String value) {
        answer(Optional.of(value));
    }

    void answer(Optional<String> value) {
        last().complete(fetched(value));
    }

    static Fetched<String> fetched(Optional<String> value) {
        return new Fetched<>(value, "v0.0.45", "26.05.5", 7, 1, Optional.of("a flag is unknown"));
    }

    void fail(FailureKind kind) {
        pollAfter(Duration.ofSeconds(15));
        last().fail(new FetchFailure(kind, "as the test wants"));
    }
}
