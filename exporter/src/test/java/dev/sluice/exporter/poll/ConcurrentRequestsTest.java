package dev.sluice.exporter.poll;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.exporter.model.SlurmSource;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Counts the requests to a slurmrestd with four threads. All four threads wait for a slurmctld that is down. */
class ConcurrentRequestsTest {

    private static final List<String> ALL =
            Stream.of(SlurmSource.values()).map(SlurmSource::label).toList();

    private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    private final FakeTime time = new FakeTime();
    private final FakeCluster source = new FakeCluster();
    private final List<ClusterPoller> started = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        started.forEach(poller -> until(poller.stop()::isComplete));
        vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    private ClusterPoller start(Duration interval) {
        PollConfig settings = PollConfigs.ofAll(interval);
        ClusterPoller poller = new ClusterPoller(
                vertx,
                time.time(),
                settings,
                "alpha",
                work -> vertx.executeBlocking(() -> {
                            work.run();
                            return null;
                        })
                        .mapEmpty());
        for (SlurmSource one : SlurmSource.values()) {
            poller.add(one, () -> source.ask(one.label()), (status, value) -> {});
        }
        poller.start();
        started.add(poller);
        return poller;
    }

    @Test
    void asksPingBeforeAllOthers() {
        source.holdBack("ping");
        // The other polls stop waiting after half of this time. In this test, half of this time never passes.
        start(Duration.ofHours(1));
        until(() -> source.isWaiting("ping"));
        assertThat(source.asked()).containsExactly("ping");

        source.answer("ping");
        until(() -> source.asked().containsAll(ALL));
    }

    @Test
    void asksTheOthersWherePingHangs() {
        source.holdBack("ping");
        start(Duration.ofMillis(2));
        until(() -> source.asked().containsAll(ALL));
    }

    /** The timer of this test fires after half an interval, and before the second cycle. */
    @Test
    void asksTheOthersAfterHalfAnIntervalWherePingHangs() {
        source.holdBack("ping");
        start(Duration.ofMillis(800));
        Promise<List<String>> asked = Promise.promise();
        vertx.runOnContext(unused -> vertx.setTimer(600, alsoUnused -> asked.complete(source.asked())));
        until(asked.future()::isComplete);

        assertThat(asked.future().result()).contains("ping", "nodes", "partitions");
    }

    @Test
    void leavesOneThreadOfFourToPing() {
        ALL.stream().filter(ConcurrentRequestsTest::needsASlot).forEach(source::holdBack);
        start(Duration.ofMillis(1));
        until(() -> source.timesAsked("ping") > 50 && source.timesAsked("counts") > 1);

        assertThat(source.asked().stream().filter(ConcurrentRequestsTest::needsASlot))
                .containsExactlyInAnyOrder("nodes", "partitions", "diag");
    }

    @Test
    void asksTheNextSourceWhenARequestEnds() {
        ALL.stream().filter(ConcurrentRequestsTest::needsASlot).forEach(source::holdBack);
        start(Duration.ofMillis(1));
        until(() -> source.isWaiting("nodes") && source.isWaiting("partitions") && source.isWaiting("diag"));

        source.answer("partitions");
        until(() -> source.isWaiting("jobs"));
        assertThat(source.asked().stream().filter(ConcurrentRequestsTest::needsASlot))
                .containsExactlyInAnyOrder("nodes", "partitions", "diag", "jobs");
    }

    /** In this test, a second interval never begins. */
    @Test
    void asksTheSourcesOfALaneOneAfterTheOther() {
        source.holdBack("nodes");
        source.holdBack("qos");
        start(Duration.ofHours(1));
        until(() -> source.isWaiting("qos") && source.timesAsked("shares") == 1);
        assertThat(source.asked()).doesNotContain("jobs", "associations", "dbd");

        source.answer("nodes");
        until(() -> source.timesAsked("jobs") == 1);
        source.answer("qos");
        until(() -> source.asked().containsAll(ALL));
    }

    @Test
    void keepsASlotFreeOfSourcesThatSlurmdbdServes() {
        List.of("qos", "associations", "dbd").forEach(source::holdBack);
        start(Duration.ofMillis(1));
        until(() -> source.isWaiting("qos") && source.isWaiting("associations"));
        until(() -> Stream.of("nodes", "partitions", "jobs", "diag", "shares")
                .allMatch(name -> source.timesAsked(name) > 1));

        assertThat(source.timesAsked("dbd")).isZero();
    }

    @Test
    void asksNothingOfWhatWaitsForASlotOnceItIsStopped() {
        ALL.stream().filter(ConcurrentRequestsTest::needsASlot).forEach(source::holdBack);
        ClusterPoller poller = start(Duration.ofMillis(1));
        until(() -> source.isWaiting("nodes") && source.isWaiting("partitions") && source.isWaiting("diag"));
        until(poller.stop()::isComplete);
        List<String> asked = source.asked();

        source.answer("partitions");
        until(() -> poller.statuses().stream()
                .anyMatch(status -> status.source().equals("partitions")
                        && status.observedAt().isPresent()));
        assertThat(source.asked()).isEqualTo(asked);
    }

    /** Ping never waits for a slot. The counts need no slot, because slurmctld itself serves the counts. */
    private static boolean needsASlot(String name) {
        return !name.equals("ping") && !name.equals("counts");
    }

    private static void until(BooleanSupplier condition) {
        await().atMost(Duration.ofSeconds(60))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(2))
                .until(condition::getAsBoolean);
    }
}
