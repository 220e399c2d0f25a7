package dev.sluice.exporter.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.cluster.Controller;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.poll.Fetched;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests how the exporter uses ping and a second request to decide whether slurmctld is up. */
class ControllerCheckTest extends EventLoopTest {

    private static final Duration MAX_REFUSAL = Duration.ofMillis(100);

    private static FetchFailure down() {
        return new FetchFailure(FailureKind.UNEXPECTED_STATUS, "HTTP 502");
    }

    private static FetchFailure refused() {
        return new FetchFailure(FailureKind.UNAUTHORIZED, "HTTP 511");
    }

    /** A cluster for which the test sets the responses. */
    private static final class Cluster {

        private final List<Promise<Void>> questions = new ArrayList<>();
        private final ControllerCheck check = new ControllerCheck(this::ping, this::question, MAX_REFUSAL);
        private boolean up;
        private boolean pingFails;

        private Future<Fetched<List<Controller>>> ping() {
            if (pingFails) {
                return Future.failedFuture(new FetchFailure(FailureKind.UNREACHABLE, "connection refused"));
            }
            return Future.succeededFuture(new Fetched<>(
                    Optional.of(List.of(new Controller("ctl", "primary", up))),
                    "v0.0.45",
                    "26.05.5",
                    9,
                    0,
                    Optional.empty()));
        }

        private Future<Void> question() {
            Promise<Void> question = Promise.promise();
            questions.add(question);
            return question.future();
        }

        /** Returns true if the exporter skips requests that need slurmctld. */
        private boolean isDown() {
            return check.whileUp(() -> Future.succeededFuture("asked")).failed();
        }

        private Future<Fetched<List<Controller>>> askedAndThen(Runnable then) {
            Future<Fetched<List<Controller>>> asked = check.controllers();
            then.run();
            return asked;
        }
    }

    @Test
    void asksNothingMoreWhereAControllerIsUp() throws Exception {
        Cluster cluster = new Cluster();
        cluster.up = true;

        assertThat(upAfter(cluster, () -> {})).contains(true);
        assertThat(cluster.questions).isEmpty();
    }

    @Test
    void isDownWhereSlurmctldCannotBeContacted() throws Exception {
        Cluster cluster = new Cluster();

        assertThat(upAfter(cluster, () -> cluster.questions.get(0).fail(down())))
                .contains(false);
    }

    @Test
    void keepsWhatIsKnownWhereSlurmctldAnswers() throws Exception {
        Cluster cluster = new Cluster();

        assertThat(upAfter(cluster, () -> cluster.questions.get(0).complete())).isEmpty();
    }

    @Test
    void isNotDownWhereTheTokenIsRefused() {
        Cluster cluster = new Cluster();

        FetchFailure failure = refuseToken(cluster);

        assertThat(failure.kind()).isEqualTo(FailureKind.UNAUTHORIZED);
    }

    /** slurmrestd tries for 10 s to reach a slurmctld that is down, and blocks other requests during this time. */
    @Test
    void isDownWithinSecondsWhereNoAnswerComes() throws Exception {
        assertThat(upAfter(new Cluster(), () -> {})).contains(false);
        assertThat(ControllerCheck.MAX_REFUSAL).isLessThanOrEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void doesNotAskAgainBeforeTheAnswer() throws Exception {
        Cluster cluster = new Cluster();
        upAfter(cluster, () -> {});
        upAfter(cluster, () -> {});
        assertThat(cluster.questions).hasSize(1);

        upAfter(cluster, () -> cluster.questions.get(0).fail(down()));
        upAfter(cluster, () -> cluster.questions.get(1).fail(down()));
        assertThat(cluster.questions).hasSize(2);
    }

    /** After slurmctld has rejected the token, a busy slurmctld gets time to reject the token again. */
    @Test
    void waitsForTheAnswerOfASlurmctldThatHasRefusedTheToken() {
        Cluster cluster = new Cluster();
        refuseToken(cluster);

        long late = MAX_REFUSAL.multipliedBy(3).toMillis();
        FetchFailure failure = failure(() -> cluster.askedAndThen(
                () -> vertx.setTimer(late, unused -> cluster.questions.get(1).fail(refused()))));

        assertThat(failure.kind()).isEqualTo(FailureKind.UNAUTHORIZED);
    }

    @Test
    void doesNotWaitAnyMoreOnceSlurmctldHasTakenAToken() throws Exception {
        Cluster cluster = new Cluster();
        refuseToken(cluster);
        cluster.up = true;
        assertThat(upAfter(cluster, () -> {})).contains(true);

        cluster.up = false;
        assertThat(upAfter(cluster, () -> {})).contains(false);
    }

    @Test
    void asksNothingOfASlurmctldThatIsDown() throws Exception {
        Cluster cluster = new Cluster();
        upAfter(cluster, () -> cluster.questions.get(0).fail(down()));

        FetchFailure failure = failure(() -> cluster.check.whileUp(() -> Future.succeededFuture()));

        assertThat(failure.kind()).isEqualTo(FailureKind.UNEXPECTED_STATUS);
        assertThat(failure.message()).isEqualTo("slurmctld on ctl does not respond");
    }

    /**
     * If the exporter waited for each response, pings would be late, and the exporter would detect late that slurmctld
     * is up.
     */
    @Test
    void staysDownWithoutWaitingForTheNextAnswer() throws Exception {
        Cluster cluster = new Cluster();
        upAfter(cluster, () -> cluster.questions.get(0).fail(down()));

        assertThat(cluster.check.controllers().isComplete()).isTrue();
        assertThat(cluster.questions).hasSize(2);
    }

    @Test
    void asksAgainOnceOneIsUp() throws Exception {
        Cluster cluster = new Cluster();
        assertThat(cluster.isDown()).isFalse();
        upAfter(cluster, () -> {});
        assertThat(cluster.isDown()).isTrue();

        cluster.up = true;
        AtomicInteger told = new AtomicInteger();
        cluster.check.onUp(told::incrementAndGet);
        upAfter(cluster, () -> {});
        upAfter(cluster, () -> {});

        assertThat(told).hasValue(1);
        assertThat(answer(() -> cluster.check.whileUp(() -> Future.succeededFuture("asked"))))
                .isEqualTo("asked");
    }

    /**
     * slurmctld can be up but slow, so that ping reports slurmctld as down. A late response proves that slurmctld is
     * up.
     */
    @Test
    void asksAgainOnceSlurmctldAnswersHoweverLate() throws Exception {
        Cluster cluster = new Cluster();
        upAfter(cluster, () -> {});
        assertThat(cluster.isDown()).isTrue();

        cluster.questions.get(0).complete();
        assertThat(cluster.isDown()).isFalse();
    }

    /** Without this rule, a ping that always fails would block the requests of all other sources. */
    @Test
    void asksAgainWherePingItselfFails() throws Exception {
        Cluster cluster = new Cluster();
        upAfter(cluster, () -> {});
        assertThat(cluster.isDown()).isTrue();

        cluster.pingFails = true;
        failure(cluster.check::controllers);

        assertThat(cluster.isDown()).isFalse();
    }

    @Test
    void asksASlurmctldThatRefusesTheToken() {
        Cluster cluster = new Cluster();
        refuseToken(cluster);

        assertThat(cluster.isDown()).isFalse();
    }

    private FetchFailure refuseToken(Cluster cluster) {
        return failure(() -> cluster.askedAndThen(() -> cluster.questions.get(0).fail(refused())));
    }

    /** Returns true if the controller is up; empty if the previous state is still valid. */
    private Optional<Boolean> upAfter(Cluster cluster, Runnable then) throws FetchFailure {
        return answer(() -> cluster.askedAndThen(then))
                .value()
                .map(controllers -> controllers.get(0).up());
    }
}
