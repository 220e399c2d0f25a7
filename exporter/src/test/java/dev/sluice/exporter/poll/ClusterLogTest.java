package dev.sluice.exporter.poll;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import dev.sluice.exporter.RecordedLog;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.SlurmSource;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the log of a cluster whose sources all fail for one reason. */
class ClusterLogTest {

    private static final List<String> ALL =
            Stream.of(SlurmSource.values()).map(SlurmSource::label).toList();

    private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    private final RecordedLog log = RecordedLog.of(SourceLog.class, Level.INFO);
    private final ClusterPoller poller = new ClusterPoller(
            vertx,
            new FakeTime().time(),
            PollConfigs.of(
                    Duration.ofSeconds(15),
                    Duration.ofSeconds(60),
                    Duration.ofSeconds(120),
                    0.1,
                    Duration.ofMinutes(5),
                    Optional.empty()),
            "alpha",
            work -> Future.succeededFuture());

    ClusterLogTest() {
        for (SlurmSource one : SlurmSource.values()) {
            poller.add(
                    one,
                    () -> Future.failedFuture(new FetchFailure(FailureKind.UNREACHABLE, "connection refused")),
                    (status, value) -> {});
        }
    }

    @AfterEach
    void close() throws Exception {
        log.close();
        vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    @Test
    void logsOneLineWhereAllSourcesFailForOneReason() {
        poller.start();
        await().until(() -> !log.lines().isEmpty());
        await().until(poller.stop()::isComplete);

        assertNamesAllSources();
    }

    /** Otherwise, the exporter would end before the end of the collection window of 1 s. */
    @Test
    void logsTheCollectedFailuresWhenItStops() throws Exception {
        poller.start();
        await().pollInterval(Duration.ofMillis(2))
                .until(() -> poller.statuses().stream()
                        .allMatch(status -> status.failure().isPresent()));
        poller.stop().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);

        assertNamesAllSources();
    }

    private void assertNamesAllSources() {
        assertThat(log.lines()).singleElement().satisfies(line -> {
            assertThat(line).endsWith(" kind=unreachable failure=connection refused source failed");
            String sources = line.replaceFirst(".* source=(\\S+) .*", "$1");
            assertThat(sources.split(",")).containsExactlyInAnyOrderElementsOf(ALL);
        });
    }
}
