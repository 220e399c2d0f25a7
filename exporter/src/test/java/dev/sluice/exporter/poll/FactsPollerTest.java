package dev.sluice.exporter.poll;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.facts.Association;
import dev.sluice.exporter.model.facts.ControllerConf;
import dev.sluice.exporter.model.facts.DbdStatistics;
import dev.sluice.exporter.model.facts.Diag;
import dev.sluice.exporter.model.facts.License;
import dev.sluice.exporter.model.facts.Qos;
import dev.sluice.exporter.model.facts.Reservation;
import dev.sluice.exporter.model.facts.Share;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FactsPollerTest {

    private static final List<String> ALL =
            List.of("diag", "licenses", "reservations", "conf", "shares", "qos", "associations", "dbd");

    private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    private final FakeTime time = new FakeTime();
    private final FakeSource source = new FakeSource();
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final FactsPoller poller = new FactsPoller(
            vertx,
            time.time(),
            new FactsPoller.Rhythm(
                    new PollPolicy(Duration.ofMillis(1), 0.1, Optional.of(Duration.ofSeconds(5))),
                    Duration.ofSeconds(60),
                    Duration.ofSeconds(120)),
            "alpha",
            source,
            new Recorder(told));

    @AfterEach
    void close() throws Exception {
        done(poller.stop());
        done(vertx.close());
    }

    @Test
    void asksForOneThingAfterTheOther() {
        Promise<Void> first = Promise.promise();
        source.answers.put("diag", first.future());
        poller.start();
        until(() -> source.asked.contains("diag"));
        assertThat(source.asked).containsExactly("diag");

        vertx.runOnContext(unused -> first.complete());
        until(() -> source.asked.size() >= 9);

        assertThat(source.asked).startsWith(ALL.toArray(String[]::new));
    }

    @Test
    void asksSeldomForWhatChangesSeldom() {
        poller.start();
        until(() -> source.times("diag") >= 3);
        assertThat(source.times("licenses")).isEqualTo(1);
        assertThat(source.times("qos")).isEqualTo(1);

        pass(Duration.ofSeconds(60));
        until(() -> source.times("licenses") == 2);
        assertThat(source.times("qos")).isEqualTo(1);

        pass(Duration.ofSeconds(60));
        until(() -> source.times("qos") == 2);
    }

    @Test
    void leavesWhatIsAbsentAloneForTenMinutes() {
        source.answers.put("qos", Future.failedFuture(new SourceAbsent("no slurmdbd")));
        poller.start();
        // The whole first cycle: time that passes in the middle of it would make the rest of it a late first question.
        until(() -> told.contains("dbd"));
        assertThat(status("qos").absent()).isPresent();
        assertThat(status("qos").failure()).isEmpty();
        assertThat(status("qos").failures()).isEmpty();

        pass(Duration.ofSeconds(599));
        until(() -> source.times("licenses") == 2 && source.times("dbd") == 2);
        assertThat(source.times("qos")).isEqualTo(1);

        source.answers.remove("qos");
        pass(Duration.ofSeconds(121));
        until(() -> source.times("qos") == 2);
        until(() -> status("qos").observedAt().isPresent());
        assertThat(status("qos").absent()).isEmpty();
    }

    @Test
    void goesOnWhereOneFails() {
        source.answers.put("diag", Future.failedFuture(new FetchFailure(FailureKind.TIMEOUT, "as the test wants")));
        poller.start();
        until(() -> told.contains("dbd"));

        assertThat(told).doesNotContain("diag").contains("licenses", "shares");
        assertThat(status("diag").failure()).isPresent();
    }

    /** A maximal age that suits jobs must not withdraw between two polls what is asked for once in two minutes. */
    @Test
    void keepsWhatIsSlowForThreeOfItsOwnIntervals() {
        poller.start();
        until(() -> status("dbd").observedAt().isPresent());

        assertThat(status("diag").maxAge()).isEqualTo(Duration.ofSeconds(5));
        assertThat(status("licenses").maxAge()).isEqualTo(Duration.ofMinutes(3));
        assertThat(status("qos").maxAge()).isEqualTo(Duration.ofMinutes(6));
    }

    private SourceStatus status(String name) {
        return poller.statuses().stream()
                .filter(status -> status.source().equals(name))
                .findFirst()
                .orElseThrow();
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

    private static final class FakeSource implements FactsSource {

        private final List<String> asked = new CopyOnWriteArrayList<>();
        private final Map<String, Future<Void>> answers = new ConcurrentHashMap<>();

        long times(String name) {
            return asked.stream().filter(name::equals).count();
        }

        private <T> Future<Fetched<List<T>>> ask(String name) {
            asked.add(name);
            return answers.getOrDefault(name, Future.succeededFuture())
                    .map(unused ->
                            new Fetched<>(Optional.of(List.<T>of()), "v0.0.45", "26.05.5", 2, 0, Optional.empty()));
        }

        @Override
        public Future<Fetched<List<Diag>>> diag() {
            return ask("diag");
        }

        @Override
        public Future<Fetched<List<License>>> licenses() {
            return ask("licenses");
        }

        @Override
        public Future<Fetched<List<Reservation>>> reservations() {
            return ask("reservations");
        }

        @Override
        public Future<Fetched<List<ControllerConf>>> conf() {
            return ask("conf");
        }

        @Override
        public Future<Fetched<List<Share>>> shares() {
            return ask("shares");
        }

        @Override
        public Future<Fetched<List<Qos>>> qos() {
            return ask("qos");
        }

        @Override
        public Future<Fetched<List<Association>>> associations() {
            return ask("associations");
        }

        @Override
        public Future<Fetched<List<DbdStatistics>>> dbd() {
            return ask("dbd");
        }
    }

    private record Recorder(List<String> told) implements FactsPoller.Listener {

        @Override
        public void diag(SourceStatus status, Observed<List<Diag>> diag) {
            told.add(status.source());
        }

        @Override
        public void licenses(SourceStatus status, Observed<List<License>> licenses) {
            told.add(status.source());
        }

        @Override
        public void reservations(SourceStatus status, Observed<List<Reservation>> reservations) {
            told.add(status.source());
        }

        @Override
        public void conf(SourceStatus status, Observed<List<ControllerConf>> conf) {
            told.add(status.source());
        }

        @Override
        public void shares(SourceStatus status, Observed<List<Share>> shares) {
            told.add(status.source());
        }

        @Override
        public void qos(SourceStatus status, Observed<List<Qos>> qos) {
            told.add(status.source());
        }

        @Override
        public void associations(SourceStatus status, Observed<List<Association>> associations) {
            told.add(status.source());
        }

        @Override
        public void dbd(SourceStatus status, Observed<List<DbdStatistics>> dbd) {
            told.add(status.source());
        }
    }
}
