package dev.sluice.exporter.poll;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.sluice.exporter.RecordedLog;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.SlurmSource;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the log of a source. The log has each change once, and repetitions only at debug level. */
class SourceLogTest {

    private final RecordedLog log = RecordedLog.of(SourceLog.class, Level.DEBUG);
    private final FakeTime time = new FakeTime();
    private final List<Runnable> collected = new ArrayList<>();
    private Future<Fetched<String>> answer = good(Optional.empty());
    private final SourcePoll<String> poll = new SourcePoll<>(
            new SourceLog("alpha", Runnable::run),
            SlurmSource.QOS,
            PollConfigs.DEFAULTS.policy(SlurmSource.QOS),
            time.time(),
            PolledSource::publish,
            () -> {},
            () -> answer,
            (status, value) -> {});

    @AfterEach
    void stopRecording() {
        log.close();
    }

    @Test
    void warnsOfTheFirstFailureOfAKindAndLogsItsRepetitionsAtDebug() {
        poll(failed(FailureKind.TIMEOUT));
        poll(failed(FailureKind.TIMEOUT));
        poll(failed(FailureKind.UNREACHABLE));

        assertThat(log.lines())
                .containsExactly(
                        "WARN cluster=alpha source=qos kind=timeout failure=no answer source failed",
                        "DEBUG cluster=alpha source=qos kind=timeout failure=no answer source failed",
                        "WARN cluster=alpha source=qos kind=unreachable failure=no answer source failed");
    }

    @Test
    void logsTheNextFailureOfTheSameKindAtDebugWhateverItsMessage() {
        poll(Future.failedFuture(new FetchFailure(FailureKind.TIMEOUT, "no answer within 30 s")));
        poll(Future.failedFuture(new FetchFailure(FailureKind.TIMEOUT, "no answer within 60 s")));

        assertThat(log.lines())
                .containsExactly(
                        "WARN cluster=alpha source=qos kind=timeout failure=no answer within 30 s source failed",
                        "DEBUG cluster=alpha source=qos kind=timeout failure=no answer within 60 s source failed");
    }

    @Test
    void saysOnceThatASourceHasRecovered() {
        poll(failed(FailureKind.TIMEOUT));
        poll(good(Optional.empty()));
        poll(good(Optional.empty()));

        assertThat(log.lines()).hasSize(2).last().isEqualTo("INFO cluster=alpha source=qos source recovered");
    }

    @Test
    void warnsOfAProblemWithTheAnswerAgainOnlyWhereItIsAnother() {
        poll(good(Optional.of("first")));
        poll(good(Optional.of("first")));
        poll(good(Optional.of("second")));
        poll(good(Optional.empty()));

        assertThat(log.lines())
                .containsExactly(
                        "WARN cluster=alpha source=qos problem=first source reports a problem",
                        "WARN cluster=alpha source=qos problem=second source reports a problem");
    }

    @Test
    void saysOnceThatASourceIsAbsent() {
        poll(Future.failedFuture(FetchFailure.absent("no slurmdbd")));
        poll(Future.failedFuture(FetchFailure.absent("no slurmdbd")));

        assertThat(log.lines())
                .containsExactly("INFO cluster=alpha source=qos reason=no slurmdbd source not available");
    }

    private void poll(Future<Fetched<String>> next) {
        answer = next;
        time.pass(Duration.ofMinutes(10));
        assertThat(poll.pollIfDue().isComplete()).isTrue();
    }

    private static Future<Fetched<String>> failed(FailureKind kind) {
        return Future.failedFuture(new FetchFailure(kind, "no answer"));
    }

    private static Future<Fetched<String>> good(Optional<String> problem) {
        return Future.succeededFuture(new Fetched<>(Optional.of("a"), "v0.0.45", "26.05.5", 7, 0, problem));
    }

    @Test
    void namesAllSourcesOfOneCauseInOneLine() {
        SourceLog one = new SourceLog("alpha", collected::add);
        for (String source : List.of("nodes", "jobs", "partitions")) {
            one.failed(source, FailureKind.UNREACHABLE, "connection refused", false);
        }
        one.failed("ping", FailureKind.TIMEOUT, "no answer", false);
        assertThat(log.lines()).isEmpty();

        endOfWindow();

        assertThat(log.lines())
                .containsExactly(
                        "WARN cluster=alpha source=nodes,jobs,partitions kind=unreachable failure=connection refused"
                                + " source failed",
                        "WARN cluster=alpha source=ping kind=timeout failure=no answer source failed");
    }

    @Test
    void logsASourceThatAKnownCauseStopsLaterAtDebug() {
        SourceLog one = new SourceLog("alpha", collected::add);
        one.failed("nodes", FailureKind.UNREACHABLE, "connection refused", false);
        endOfWindow();
        one.failed("qos", FailureKind.UNREACHABLE, "connection refused", false);

        assertThat(log.lines())
                .last()
                .isEqualTo("DEBUG cluster=alpha source=qos kind=unreachable failure=connection refused source failed");
    }

    @Test
    void warnsAgainOfACauseThatCameBack() {
        SourceLog one = new SourceLog("alpha", Runnable::run);
        one.failed("nodes", FailureKind.UNREACHABLE, "connection refused", false);
        one.recovered("nodes");
        one.failed("nodes", FailureKind.UNREACHABLE, "connection refused", false);

        assertThat(log.lines())
                .containsExactly(
                        "WARN cluster=alpha source=nodes kind=unreachable failure=connection refused source failed",
                        "INFO cluster=alpha source=nodes source recovered",
                        "WARN cluster=alpha source=nodes kind=unreachable failure=connection refused source failed");
    }

    @Test
    void namesAllSourcesThatRecoverInOneLine() {
        SourceLog one = new SourceLog("alpha", collected::add);
        one.recovered("nodes");
        one.recovered("jobs");
        endOfWindow();

        assertThat(log.lines()).containsExactly("INFO cluster=alpha source=nodes,jobs source recovered");
    }

    private void endOfWindow() {
        assertThat(collected).hasSize(1);
        collected.remove(0).run();
    }
}
