package dev.sluice.exporter.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.poll.Time;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests candidates over HTTP. Requests follow each other quickly; hours pass on clocks that the test advances. */
@Tag("slow")
class LeaseCandidateTest {

    private static final LeaseCandidate.Terms TERMS =
            new LeaseCandidate.Terms(Duration.ofHours(2), Duration.ofHours(1), Duration.ofMillis(100));

    private final Vertx vertx = Vertx.vertx();
    private final FakeLeases server;

    LeaseCandidateTest() throws Exception {
        server = new FakeLeases(vertx);
    }

    @AfterEach
    void stop() throws Exception {
        result(vertx.close());
    }

    private LeaseCandidate candidate(String identity) {
        return candidate(identity, new AtomicLong());
    }

    /** Returns a candidate with a clock that is ahead by the given nanoseconds. */
    private LeaseCandidate candidate(String identity, AtomicLong ahead) {
        Time time = new Time(Clock.systemUTC(), () -> System.nanoTime() + ahead.get());
        LeaseCandidate candidate = new LeaseCandidate(
                vertx,
                time,
                FakeApiServer.client(vertx, "http://127.0.0.1:" + server.port()),
                new ObjectName(FakeLeases.NAMESPACE, FakeLeases.NAME),
                identity,
                TERMS);
        candidate.start();
        return candidate;
    }

    private static void eventually(ThrowingRunnable holds) {
        await().atMost(Duration.ofMinutes(1)).untilAsserted(holds);
    }

    private static void holds(LeaseCandidate candidate) {
        eventually(() -> assertThat(candidate.term()).isPresent());
    }

    private static void result(Future<Void> future) throws Exception {
        future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    @Test
    void makesTheLeaseAndRenewsIt() {
        LeaseCandidate only = candidate("a");

        holds(only);
        eventually(() -> assertThat(server.holders()).hasSizeGreaterThan(3).containsOnly("a"));

        assertThat(only.holder()).isEqualTo("a");
        assertThat(server.lease().at("/spec/leaseDurationSeconds").asInt()).isEqualTo(7200);
        assertThat(server.lease().at("/spec/leaseTransitions").asInt()).isZero();
    }

    @Test
    void ofManyThatBeginTogetherOneHoldsAndAnotherFollowsWhenItIsReleased() throws Exception {
        List<LeaseCandidate> many =
                IntStream.range(0, 5).mapToObj(i -> candidate("c" + i)).toList();
        eventually(() -> assertThat(many).anyMatch(one -> one.term().isPresent()));
        assertThat(many).filteredOn(one -> one.term().isPresent()).hasSize(1);
        LeaseCandidate first =
                many.stream().filter(one -> one.term().isPresent()).findFirst().orElseThrow();

        result(first.stop(true));

        assertThat(first.term()).isEmpty();
        eventually(() -> assertThat(many).anyMatch(one -> one.term().isPresent()));
        List<String> changes = new ArrayList<>();
        server.holders().forEach(holder -> {
            if (changes.isEmpty() || !changes.get(changes.size() - 1).equals(holder)) {
                changes.add(holder);
            }
        });
        assertThat(changes).hasSize(3).element(1).isEqualTo("");
        assertThat(changes.get(2)).isNotEqualTo(changes.get(0));
        assertThat(server.lease().at("/spec/leaseTransitions").asInt()).isEqualTo(1);
    }

    @Test
    void takesOverFromOneThatHasVanishedAndNotBefore() throws Exception {
        LeaseCandidate vanishing = candidate("a");
        holds(vanishing);
        result(vanishing.stop(false));
        AtomicLong ahead = new AtomicLong();
        LeaseCandidate other = candidate("b", ahead);
        eventually(() -> assertThat(other.holder()).isEqualTo("a"));
        assertThat(other.term()).isEmpty();

        ahead.set(Duration.ofHours(2).toNanos());

        holds(other);
        assertThat(server.lease().at("/spec/leaseTransitions").asInt()).isEqualTo(1);
    }

    @Test
    void holdsNoLongerThanItsDeadlineWhileTheApiServerIsAway() {
        AtomicLong ahead = new AtomicLong();
        LeaseCandidate candidate = candidate("a", ahead);
        holds(candidate);
        server.refuse(503, "GET PUT POST");
        eventually(() -> assertThat(candidate.failure())
                .hasValueSatisfying(text -> assertThat(text).contains("HTTP 503")));
        assertThat(candidate.term()).hasValue(1);

        ahead.set(Duration.ofHours(1).toNanos());
        assertThat(candidate.term()).isEmpty();

        server.refuse(0, "");
        eventually(() -> assertThat(candidate.term()).hasValue(2));
        assertThat(candidate.failure()).isEmpty();
    }

    @Test
    void aLeaseThatWasEditedIsLostAndKeepsItsLabels() {
        AtomicLong ahead = new AtomicLong();
        LeaseCandidate candidate = candidate("a", ahead);
        holds(candidate);

        server.edit("someone");

        eventually(() -> assertThat(candidate.holder()).isEqualTo("someone"));
        assertThat(candidate.term()).isEmpty();
        ahead.set(Duration.ofHours(2).toNanos());
        holds(candidate);
        assertThat(server.lease().at("/metadata/labels/team").asText()).isEqualTo("hpc");
    }

    @Test
    void namesTheRightThatIsMissing() {
        server.refuse(403, "GET");
        LeaseCandidate candidate = candidate("a");
        for (String[] right : new String[][] {{"get", "POST"}, {"create", "PUT"}, {"update", ""}}) {
            eventually(() -> assertThat(candidate.failure())
                    .contains("HTTP 403: Sluice's account may not " + right[0]
                            + " leases (coordination.k8s.io) in namespace slurm; its role needs the verb \"" + right[0]
                            + "\" on \"leases\" of the API group \"coordination.k8s.io\""));
            server.refuse(right[1].isEmpty() ? 0 : 403, right[1]);
        }
        holds(candidate);
        eventually(() -> assertThat(candidate.failure()).isEmpty());
    }
}
