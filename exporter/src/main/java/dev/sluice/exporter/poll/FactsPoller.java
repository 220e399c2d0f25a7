package dev.sluice.exporter.poll;

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
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Asks one cluster for what is not nodes, partitions and jobs: one request after the other, each in its own rhythm.
 * Those that change seldom are asked for seldom; a failure of one leaves the others alone.
 */
public final class FactsPoller {

    private final Vertx vertx;
    private final LongSupplier nanoTime;
    private final Rhythm rhythm;
    private final List<Timed> sources;
    private final Context context;

    private boolean stopped;
    private long timer = -1;

    /**
     * How often to ask.
     *
     * @param policy for slurmctld's statistics
     * @param slow interval for licences, reservations and slurmctld's configuration
     * @param accounting interval for what comes from accounting
     */
    public record Rhythm(PollPolicy policy, Duration slow, Duration accounting) {

        private PollPolicy every(Duration interval, boolean dear) {
            Duration longest = interval.multipliedBy(3);
            // A maximal age that was chosen for jobs must not withdraw what is asked for less often.
            Optional<Duration> maxAge = policy.maxAge().filter(age -> age.compareTo(longest) >= 0);
            return new PollPolicy(interval, policy.dutyCycle(), maxAge, dear);
        }
    }

    /** Is told, on the event loop, of every good answer. */
    public interface Listener {

        void diag(SourceStatus status, Observed<List<Diag>> diag);

        void licenses(SourceStatus status, Observed<List<License>> licenses);

        void reservations(SourceStatus status, Observed<List<Reservation>> reservations);

        void conf(SourceStatus status, Observed<List<ControllerConf>> conf);

        void shares(SourceStatus status, Observed<List<Share>> shares);

        void qos(SourceStatus status, Observed<List<Qos>> qos);

        void associations(SourceStatus status, Observed<List<Association>> associations);

        void dbd(SourceStatus status, Observed<List<DbdStatistics>> dbd);
    }

    private static final class Timed {
        final SourcePoll<?> poll;
        final long everyNanos;
        long next;

        Timed(SourcePoll<?> poll, Duration every, long next) {
            this.poll = poll;
            this.everyNanos = every.toNanos();
            this.next = next;
        }
    }

    private record Start(String cluster, Time time, long nanos) {

        <T> Timed source(
                String name,
                PollPolicy policy,
                Supplier<Future<Fetched<T>>> fetch,
                BiConsumer<SourceStatus, Observed<T>> listener) {
            return new Timed(new SourcePoll<>(cluster, name, policy, time, fetch, listener), policy.interval(), nanos);
        }
    }

    /** Prepares the polls of one cluster; {@link #start()} begins them. */
    public FactsPoller(Vertx vertx, Time time, Rhythm rhythm, String cluster, FactsSource source, Listener listener) {
        this.vertx = vertx;
        this.nanoTime = time.nanoTime();
        this.rhythm = rhythm;
        this.context = vertx.getOrCreateContext();
        PollPolicy often = rhythm.policy().forCheapAnswers();
        PollPolicy slow = rhythm.every(rhythm.slow(), false);
        PollPolicy accounting = rhythm.every(rhythm.accounting(), false);
        PollPolicy large = rhythm.every(rhythm.accounting(), true);
        Start start = new Start(cluster, time, nanoTime.getAsLong());
        this.sources = List.of(
                start.source("diag", often, source::diag, listener::diag),
                start.source("licenses", slow, source::licenses, listener::licenses),
                start.source("reservations", slow, source::reservations, listener::reservations),
                start.source("conf", slow, source::conf, listener::conf),
                start.source("shares", large, source::shares, listener::shares),
                start.source("qos", accounting, source::qos, listener::qos),
                start.source("associations", large, source::associations, listener::associations),
                start.source("dbd", accounting, source::dbd, listener::dbd));
    }

    /** Begins the first cycle. */
    public void start() {
        context.runOnContext(unused -> cycle());
    }

    /** Begins no further request; one under way ends by its own deadline or with the client. */
    public Future<Void> stop() {
        Promise<Void> done = Promise.promise();
        context.runOnContext(unused -> {
            stopped = true;
            vertx.cancelTimer(timer);
            done.complete();
        });
        return done.future();
    }

    /** The state of every source; from any thread. */
    public List<SourceStatus> statuses() {
        return sources.stream().map(source -> source.poll.status()).toList();
    }

    private void cycle() {
        long start = nanoTime.getAsLong();
        Future<Void> asked = Future.succeededFuture();
        for (Timed source : sources) {
            asked = asked.compose(unused -> ask(source));
        }
        asked.onComplete(unused -> scheduleAfter(start));
    }

    private Future<Void> ask(Timed source) {
        long now = nanoTime.getAsLong();
        if (stopped || now - source.next < 0) {
            return Future.succeededFuture();
        }
        long cycle = rhythm.policy().interval().toNanos();
        // Half a cycle of grace: timers come late, and a source must not sit out a cycle for that.
        source.next = source.everyNanos > cycle ? now + source.everyNanos - cycle / 2 : now;
        return source.poll.pollIfDue();
    }

    private void scheduleAfter(long start) {
        if (stopped) {
            return;
        }
        long elapsed = (nanoTime.getAsLong() - start) / 1_000_000;
        long delay = Math.max(1, rhythm.policy().interval().toMillis() - elapsed);
        timer = vertx.setTimer(delay, unused -> cycle());
    }
}
