package dev.sluice.exporter.poll;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.SourceStatus;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterPollerTest {

    private static final Duration INTERVAL = Duration.ofMillis(1);
    private static final PollPolicy POLICY = new PollPolicy(INTERVAL, 0.1, Optional.empty());

    private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    private final FakeTime time = new FakeTime();
    private final FakeClusterSource source = new FakeClusterSource();
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final ClusterPoller poller = new ClusterPoller(
            vertx, time.time(), POLICY, "alpha", source, (status, snapshot) -> told.add(status.source()));

    @AfterEach
    void close() throws Exception {
        done(poller.stop());
        done(vertx.close());
    }

    @Test
    void knowsNothingBeforeTheFirstPoll() {
        assertThat(poller.statuses())
                .extracting(SourceStatus::source)
                .containsExactly("nodes", "partitions", "jobs", "ping");
        assertThat(poller.statuses()).allSatisfy(status -> {
            assertThat(status.cluster()).isEqualTo("alpha");
            assertThat(status.observedAt()).isEmpty();
            assertThat(status.failure()).isEmpty();
            assertThat(status.failures()).isEmpty();
            assertThat(status.apiVersion()).isEmpty();
            assertThat(status.interval()).isEqualTo(INTERVAL);
            assertThat(status.maxAge()).isEqualTo(Duration.ofSeconds(90));
        });
    }

    @Test
    void asksForJobsAndControllersWhenTheNodesHaveAnswered() throws Exception {
        source.holdBack("nodes");
        poller.start();
        until(() -> source.isWaiting("nodes"));
        theEventLoopIsThroughWithWhatItHasToDo();
        assertThat(source.asked()).containsExactly("nodes", "partitions");

        source.answer("nodes");
        until(() -> source.timesAsked("jobs") > 0 && source.timesAsked("ping") > 0);
    }

    @Test
    void asksForJobsWhenTheNodesHaveFailed() {
        source.holdBack("nodes");
        poller.start();
        until(() -> source.isWaiting("nodes"));

        source.fail("nodes", FailureKind.UNREACHABLE);
        until(() -> source.timesAsked("jobs") > 0 && source.timesAsked("ping") > 0);
    }

    /** Either tells whether ping's answer can be believed. */
    @ParameterizedTest
    @ValueSource(strings = {"nodes", "partitions"})
    void asksForControllersWhenNodesAndPartitionsHaveBothAnswered(String held) throws Exception {
        source.holdBack(held);
        poller.start();
        until(() -> source.isWaiting(held));
        theEventLoopIsThroughWithWhatItHasToDo();
        assertThat(source.timesAsked("ping")).isZero();

        source.answer(held);
        until(() -> source.timesAsked("ping") > 0);
    }

    @Test
    void neverAsksForJobsWhileTheyAreStillComingIn() {
        source.holdBack("jobs");
        poller.start();
        until(() -> source.isWaiting("jobs"));
        // Long enough for any rest to be over.
        pass(Duration.ofDays(2));
        cycles(20);

        assertThat(source.timesAsked("jobs")).isEqualTo(1);
        assertThat(source.askedTwiceAtOnce()).isEmpty();
    }

    @Test
    void keepsTheRhythmOfTheOthersWhileJobsAreSlow() {
        source.holdBack("jobs");
        poller.start();
        until(() -> source.isWaiting("jobs"));

        pass(Duration.ofSeconds(90));
        until(() -> List.of("nodes", "partitions", "ping").stream()
                .allMatch(name -> status(name).observedAt().equals(Optional.of(time.now()))));
        assertThat(status("jobs").observedAt()).isEmpty();
    }

    @Test
    void leavesTheServerAloneForTenTimesAsLongAsTheJobsTook() {
        source.holdBack("jobs");
        poller.start();
        until(() -> source.isWaiting("jobs"));

        pass(Duration.ofSeconds(4));
        source.answer("jobs");
        asksForJobsNoEarlierThanFortySecondsAfterTheLastTime();
        assertThat(status("jobs").interval()).isEqualTo(Duration.ofSeconds(40));
        assertThat(status("jobs").lastDuration()).isEqualTo(Duration.ofSeconds(4));
    }

    /** slurmrestd finishes what nobody waits for any more. */
    @ParameterizedTest
    @EnumSource(names = {"TIMEOUT", "UNDECODABLE", "UNREACHABLE"})
    void leavesTheServerAloneAfterAFailureThatKeepsItBusy(FailureKind kind) {
        source.holdBack("jobs");
        poller.start();
        until(() -> source.isWaiting("jobs"));

        pass(Duration.ofSeconds(4));
        source.fail("jobs", kind);
        asksForJobsNoEarlierThanFortySecondsAfterTheLastTime();
    }

    private void asksForJobsNoEarlierThanFortySecondsAfterTheLastTime() {
        until(() -> !status("jobs").lastDuration().isZero());
        pass(Duration.ofSeconds(36).minusNanos(1));
        cycles(20);
        assertThat(source.timesAsked("jobs")).isEqualTo(1);

        pass(Duration.ofNanos(1));
        until(() -> source.timesAsked("jobs") == 2);
    }

    @ParameterizedTest
    @EnumSource(names = {"UNAUTHORIZED", "UNEXPECTED_STATUS"})
    void asksAgainInTheNextCycleAfterAFailureThatCostNothing(FailureKind kind) {
        source.holdBack("jobs");
        poller.start();
        until(() -> source.isWaiting("jobs"));

        pass(Duration.ofSeconds(4));
        source.fail("jobs", kind);
        until(() -> source.timesAsked("jobs") == 2);
    }

    @Test
    void asksForNodesAgainInTheNextCycleAfterATimeout() {
        source.holdBack("nodes");
        poller.start();
        until(() -> source.isWaiting("nodes"));

        pass(Duration.ofSeconds(30));
        source.fail("nodes", FailureKind.TIMEOUT);
        until(() -> source.timesAsked("nodes") == 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nodes", "partitions", "jobs", "ping"})
    void goesOnWhereASourceThrows(String broken) {
        source.throwFrom(broken);
        poller.start();
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
        assertThat(source.asked()).containsExactly("nodes", "partitions");
    }

    private SourceStatus status(String name) {
        return poller.statuses().stream()
                .filter(status -> status.source().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** That many cycles have passed. */
    private void cycles(int count) {
        long before = source.timesAsked("nodes");
        until(() -> source.timesAsked("nodes") >= before + count);
    }

    private void theEventLoopIsThroughWithWhatItHasToDo() throws Exception {
        Promise<Void> through = Promise.promise();
        vertx.runOnContext(unused -> through.complete());
        done(through.future());
    }

    /** On the event loop, so that it passes between two requests and not while one is answered, unless that is held back. */
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
