package dev.sluice.exporter.poll;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import dev.sluice.exporter.RecordedLog;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.SourceStatus;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterPollerTest {

    private static final Duration INTERVAL = Duration.ofMillis(1);
    private static final List<String> ALL =
            Stream.of(SlurmSource.values()).map(SlurmSource::label).toList();
    private static final PollConfig SETTINGS = PollConfigs.of(INTERVAL, Optional.empty());

    private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    private final FakeTime time = new FakeTime();
    private final FakeCluster source = new FakeCluster();
    private final List<String> told = new CopyOnWriteArrayList<>();
    private volatile Supplier<Future<Void>> publication = Future::succeededFuture;
    private final ClusterPoller poller = new ClusterPoller(vertx, time.time(), SETTINGS, "alpha", this::publish);

    ClusterPollerTest() {
        for (SlurmSource one : SlurmSource.values()) {
            poller.add(one, () -> source.ask(one.label()), (status, value) -> told.add(status.source()));
        }
    }

    @AfterEach
    void close() throws Exception {
        done(poller.stop());
        done(vertx.close());
    }

    private Future<Void> publish(Runnable work) {
        work.run();
        return publication.get();
    }

    @Test
    void doesNotAskAgainBeforeWhatItWasToldIsPublished() {
        Promise<Void> held = Promise.promise();
        publication = held::future;
        poller.start();
        until(() -> told.contains("ping"));
        pass(Duration.ofMinutes(10));
        until(() -> told.containsAll(List.of("nodes", "diag")));

        assertThat(poller.statuses())
                .allSatisfy(status -> assertThat(status.observedAt()).isEmpty());
        assertThat(told).doesNotHaveDuplicates();

        publication = Future::succeededFuture;
        held.complete();
        until(() -> ALL.stream().allMatch(name -> status(name).observedAt().isPresent()));
    }

    /**
     * The next attempt comes with the next cycle. The next cycle can begin before this test checks the result, so only
     * the first attempt fails.
     */
    @Test
    void countsAPublicationThatFailsAndTriesTheNextAnswer() {
        publication = () -> told.equals(List.of("nodes"))
                ? Future.failedFuture(new IllegalStateException("as the test wants"))
                : Future.succeededFuture();
        ClusterPoller nodes = new ClusterPoller(vertx, time.time(), SETTINGS, "alpha", this::publish);
        nodes.add(SlurmSource.NODES, () -> source.ask("nodes"), (status, value) -> told.add("nodes"));
        nodes.start();
        until(() -> nodes.statuses().get(0).observedAt().isPresent());
        await().until(nodes.stop()::isComplete);

        assertThat(nodes.statuses().get(0).failures()).containsExactly(Map.entry(FailureKind.UNDECODABLE, 1L));
    }

    @Test
    void knowsNothingBeforeTheFirstPoll() {
        assertThat(poller.statuses()).extracting(SourceStatus::source).containsExactlyElementsOf(ALL);
        assertThat(poller.statuses()).allSatisfy(status -> {
            assertThat(status.cluster()).isEqualTo("alpha");
            assertThat(status.observedAt()).isEmpty();
            assertThat(status.failure()).isEmpty();
            assertThat(status.failures()).isEmpty();
            assertThat(status.answer().apiVersion()).isEmpty();
        });
    }

    @Test
    void asksForJobsWhenTheNodesHaveAnswered() {
        source.holdBack("nodes");
        poller.start();
        until(() -> source.isWaiting("nodes"));

        source.answer("nodes");
        until(() -> source.timesAsked("jobs") > 0);
        assertThat(source.asked().indexOf("jobs")).isGreaterThan(source.asked().indexOf("nodes"));
    }

    @Test
    void asksForJobsWhenTheNodesHaveFailed() {
        source.holdBack("nodes");
        poller.start();
        until(() -> source.isWaiting("nodes"));

        source.fail("nodes", FailureKind.UNREACHABLE);
        until(() -> source.timesAsked("jobs") > 0);
    }

    /**
     * Tests one hanging source at a time. A hanging source must delay no other source by more than an interval. A
     * hanging source must delay ping and the statistics least of all.
     */
    @ParameterizedTest
    @EnumSource
    void pollsAllOthersWhileOneHangs(SlurmSource hanging) {
        source.holdBack(hanging.label());
        poller.start();

        until(() -> ALL.stream()
                .filter(name -> !name.equals(hanging.label()))
                .allMatch(name -> status(name).observedAt().isPresent()));
        for (int round = 0; round < 3; round++) {
            pass(Duration.ofMinutes(2));
            until(() -> ALL.stream()
                    .filter(name -> !name.equals(hanging.label()))
                    .allMatch(name -> status(name).observedAt().equals(Optional.of(time.now()))));
        }
        assertThat(source.timesAsked(hanging.label())).isEqualTo(1);
        assertThat(source.askedTwiceAtOnce()).isEmpty();
    }

    @Test
    void pollsLessOftenWhatChangesSeldom() {
        poller.start();
        until(() -> source.timesAsked("dbd") == 1);
        cycles(3);
        assertThat(source.timesAsked("licenses")).isEqualTo(1);
        assertThat(source.timesAsked("qos")).isEqualTo(1);

        pass(Duration.ofSeconds(60));
        until(() -> source.timesAsked("licenses") == 2);
        assertThat(source.timesAsked("qos")).isEqualTo(1);

        pass(Duration.ofSeconds(60));
        until(() -> source.timesAsked("qos") == 2);
    }

    @Test
    void leavesWhatIsAbsentAloneForTenMinutesOnceThreeAnswersHaveSaidSo() {
        source.remove("qos");
        poller.start();
        until(() -> status("qos").absent().isPresent());
        assertThat(status("qos").failure()).isEmpty();
        assertThat(status("qos").failures()).isEmpty();
        confirmAbsence("qos");

        pass(Duration.ofSeconds(599));
        until(() -> source.timesAsked("licenses") == 2 && source.timesAsked("dbd") == 2);
        assertThat(source.timesAsked("qos")).isEqualTo(3);

        source.bringBack("qos");
        pass(Duration.ofSeconds(1));
        until(() -> status("qos").observedAt().isPresent());
        assertThat(status("qos").absent()).isEmpty();
    }

    /** For some time, the proxy in front of slurmrestd responded with status 404, or an upgrade changed Slurm. */
    @Test
    void looksForWhatIsAbsentAsSoonAsAnotherSourceHasRecovered() {
        source.remove("qos");
        source.failAtOnce(List.of("ping"));
        poller.start();
        until(() ->
                status("qos").absent().isPresent() && status("ping").failure().isPresent());
        confirmAbsence("qos");

        source.bringBack("qos");
        source.heal();
        pass(INTERVAL.multipliedBy(2));
        until(() -> status("qos").observedAt().isPresent());
    }

    @Test
    void looksForWhatIsAbsentAsSoonAsAnotherReleaseAnswers() {
        source.remove("qos");
        poller.start();
        until(() -> status("qos").absent().isPresent());
        confirmAbsence("qos");

        source.bringBack("qos");
        source.upgrade("26.11.0");
        pass(INTERVAL.multipliedBy(2));
        until(() -> status("qos").observedAt().isPresent());
    }

    /** The second response comes in the next cycle. The third response comes after two intervals of this poller. */
    private void confirmAbsence(String absent) {
        until(() -> source.timesAsked(absent) == 2);
        pass(INTERVAL.multipliedBy(2));
        until(() -> status(absent).pace().interval().equals(Duration.ofMinutes(10)));
        assertThat(source.timesAsked(absent)).isEqualTo(SourcePoll.CONFIRMATIONS);
    }

    /** An outage of slurmctld fails all sources; the first recovery triggers an immediate poll of the others. */
    @Test
    void pollsAllAgainAsSoonAsOneHasRecovered() {
        source.failAtOnce(ALL);
        poller.start();
        for (int failures = 0; failures < 12; failures++) {
            pass(Duration.ofMinutes(1));
            long cycle = source.timesAsked("ping");
            until(() -> source.timesAsked("ping") > cycle);
        }
        until(() -> ALL.stream()
                .allMatch(name -> status(name).failures().getOrDefault(FailureKind.UNEXPECTED_STATUS, 0L) > 5));

        source.heal();
        // Two intervals of this poller have passed. The backoff of the lists is now one minute.
        pass(INTERVAL.multipliedBy(2));
        until(() -> ALL.stream().allMatch(name -> status(name).failure().isEmpty()));
    }

    /** In this test, a second cycle never begins. A second request is therefore a result of the call. */
    @Test
    void asksAtOnceForWhatFailedAndForNothingElseWhereSomethingHasRecovered() throws Exception {
        PollConfig hourly = PollConfigs.ofAll(Duration.ofHours(1));
        ClusterPoller slow = new ClusterPoller(vertx, time.time(), hourly, "alpha", this::publish);
        for (SlurmSource one : SlurmSource.values()) {
            slow.add(one, () -> source.ask(one.label()), (status, value) -> {});
        }
        source.failAtOnce(List.of("jobs", "qos"));
        slow.start();
        until(() -> source.asked().containsAll(ALL));
        theEventLoopIsThroughWithWhatItHasToDo();

        pass(Duration.ofHours(1));
        source.failAtOnce(ALL);
        vertx.runOnContext(unused -> slow.retryFailed());
        until(() -> source.timesAsked("jobs") == 2 && source.timesAsked("qos") == 2);
        done(slow.stop());
        assertThat(source.asked()).hasSize(ALL.size() + 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nodes", "partitions", "jobs", "ping", "diag", "qos"})
    void goesOnWhereASourceThrows(String broken) {
        source.throwFrom(broken);
        poller.start();
        until(() -> source.timesAsked(broken) >= 1);
        pass(Duration.ofMinutes(2));
        until(() -> source.timesAsked(broken) > 1);
        until(() -> status(broken).failure().isPresent());

        assertThat(status(broken).failure().orElseThrow().kind()).isEqualTo(FailureKind.UNDECODABLE);
        assertThat(told).isNotEmpty().doesNotContain(broken);
    }

    @Test
    void asksNothingMoreOnceItIsStopped() throws Exception {
        source.holdBack("nodes");
        poller.start();
        until(() -> source.isWaiting("nodes"));
        done(poller.stop());

        source.answer("nodes");
        until(() -> status("nodes").observedAt().isPresent());
        theEventLoopIsThroughWithWhatItHasToDo();
        assertThat(source.timesAsked("nodes")).isEqualTo(1);
    }

    @Test
    void publishesNoAnswerThatComesAfterItIsStopped() throws Exception {
        source.holdBack("nodes");
        poller.start();
        until(() -> source.isWaiting("nodes"));
        done(poller.stop());

        source.answer("nodes");
        until(() -> status("nodes").observedAt().isPresent());
        assertThat(told).contains("ping").doesNotContain("nodes");
    }

    @Test
    void logsOneLineWhereAllSourcesFailForOneReason() {
        try (RecordedLog log = RecordedLog.of(SourceLog.class, Level.INFO)) {
            source.failAtOnce(ALL);
            poller.start();
            until(() -> !log.lines().isEmpty());

            assertNamesAllSources(log);
        }
    }

    /** Otherwise, the exporter would end before the end of the collection window of 1 s. */
    @Test
    void logsTheCollectedFailuresWhenItStops() throws Exception {
        try (RecordedLog log = RecordedLog.of(SourceLog.class, Level.INFO)) {
            source.failAtOnce(ALL);
            poller.start();
            until(() -> poller.statuses().stream()
                    .allMatch(status -> status.failure().isPresent()));
            done(poller.stop());

            assertNamesAllSources(log);
        }
    }

    private static void assertNamesAllSources(RecordedLog log) {
        assertThat(log.lines()).singleElement().satisfies(line -> {
            assertThat(line).endsWith(" kind=unexpected_status failure=as the test wants source failed");
            String sources = line.replaceFirst(".* source=(\\S+) .*", "$1");
            assertThat(sources.split(",")).containsExactlyInAnyOrderElementsOf(ALL);
        });
    }

    private SourceStatus status(String name) {
        return poller.statuses().stream()
                .filter(status -> status.source().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Waits for the given number of cycles. */
    private void cycles(int count) {
        long before = source.timesAsked("partitions");
        until(() -> source.timesAsked("partitions") >= before + count);
    }

    private void theEventLoopIsThroughWithWhatItHasToDo() throws Exception {
        Promise<Void> through = Promise.promise();
        vertx.runOnContext(unused -> through.complete());
        done(through.future());
    }

    /**
     * Advances the time on the event loop, so that the time changes between two requests and not during a response. The
     * time can change only during a response that the test holds back.
     */
    private void pass(Duration duration) {
        Promise<Void> passed = Promise.promise();
        vertx.runOnContext(unused -> {
            time.pass(duration);
            passed.complete();
        });
        until(() -> passed.future().isComplete());
    }

    private static void until(BooleanSupplier condition) {
        await().atMost(Duration.ofSeconds(60))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(2))
                .until(condition::getAsBoolean);
    }

    private static void done(Future<Void> future) throws Exception {
        future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }
}
