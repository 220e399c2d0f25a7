package dev.sluice.exporter.poll;

import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.SlurmSource.Lane;
import dev.sluice.exporter.model.SourceStatus;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Polls the sources of one cluster. Polls every lane in each interval, starting with the lane of ping. Polls the due
 * sources of a lane one after the other. Skips a source with a request in flight. Therefore, a slow source delays the
 * other sources of its lane by at most one interval.
 */
public final class ClusterPoller {

    private final Vertx vertx;
    private final Time time;
    private final PollConfig settings;
    private final SourceLog log;
    private final Function<Runnable, Future<Void>> publish;
    private final List<SourcePoll<?>> polls = new ArrayList<>();
    private final Map<Lane, List<SourcePoll<?>>> lanes = new EnumMap<>(Lane.class);
    private final RequestSlots slots = new RequestSlots();
    private final Context context;

    private boolean stopped;

    /**
     * Limits the concurrent requests to one slurmrestd. slurmrestd has few threads (four on two cores), and a slurmctld
     * that is down blocks each thread for 10 s or more. The limit keeps a thread free for ping. Not thread-safe.
     */
    static final class RequestSlots {

        /** Does not count ping, which never waits, and requests to slurmctld itself. */
        static final int MAX_REQUESTS = 3;

        /** If slurmdbd hangs, a slot remains for nodes and jobs. */
        static final int MAX_REQUESTS_OF_A_LANE = 2;

        private final List<Turn> waiting = new ArrayList<>();
        private final Map<Lane, Integer> running = new EnumMap<>(Lane.class);

        private record Turn(Lane lane, SourcePoll<?> poll, Promise<Void> done) {}

        /** Polls as soon as a slot is free. Does nothing if the source is not due or already waits for a slot. */
        Future<Void> poll(Lane lane, SourcePoll<?> poll) {
            if (!poll.isDue() || waiting.stream().anyMatch(turn -> turn.poll() == poll)) {
                return Future.succeededFuture();
            }
            if (lane == Lane.PING || lane == Lane.SLURMCTLD) {
                return poll.pollIfDue();
            }
            Turn turn = new Turn(lane, poll, Promise.promise());
            waiting.add(turn);
            beginWhatMay();
            return turn.done().future();
        }

        /** Cancels the polls that wait for a slot. */
        void clear() {
            waiting.clear();
        }

        private void beginWhatMay() {
            List<Turn> begun = new ArrayList<>();
            for (Iterator<Turn> turns = waiting.iterator(); turns.hasNext() && total() < MAX_REQUESTS; ) {
                Turn turn = turns.next();
                if (running.getOrDefault(turn.lane(), 0) < MAX_REQUESTS_OF_A_LANE) {
                    running.merge(turn.lane(), 1, Integer::sum);
                    turns.remove();
                    begun.add(turn);
                }
            }
            begun.forEach(this::begin);
        }

        private void begin(Turn turn) {
            turn.poll().pollIfDue().onComplete(unused -> {
                running.merge(turn.lane(), -1, Integer::sum);
                turn.done().complete();
                beginWhatMay();
            });
        }

        private int total() {
            return running.values().stream().mapToInt(Integer::intValue).sum();
        }
    }

    /**
     * Prepares the polls of one cluster; {@link #start()} starts them.
     *
     * @param worker runs the publication of a good response; the source is not polled again before the returned future
     *     completes
     */
    public ClusterPoller(
            Vertx vertx, Time time, PollConfig settings, String cluster, Function<Runnable, Future<Void>> worker) {
        this.vertx = vertx;
        this.time = time;
        this.settings = settings;
        this.log = SourceLog.of(vertx, cluster);
        this.context = vertx.getOrCreateContext();
        // When the exporter stops, the worker's threads can end before the responses in flight arrive.
        this.publish = publication -> stopped ? Future.succeededFuture() : worker.apply(publication);
    }

    /**
     * Adds a source; call this method before {@link #start()}.
     *
     * @param fetch sends one request with a timeout; fails with {@link FetchFailure}. Called again only after the
     *     returned future has completed.
     * @param onGoodAnswer receives every good response, on the worker
     */
    public <T> void add(
            SlurmSource source,
            Supplier<Future<Fetched<List<T>>>> fetch,
            BiConsumer<SourceStatus, Observed<List<T>>> onGoodAnswer) {
        var poll = new SourcePoll<>(
                log, source, settings.policy(source), time, publish, this::retryFailed, fetch, onGoodAnswer);
        polls.add(poll);
        lanes.computeIfAbsent(source.lane(), unused -> new ArrayList<>()).add(poll);
    }

    /** Starts the first cycle. All requests use one context: otherwise, Vert.x loses the first chunks of responses. */
    public void start() {
        context.runOnContext(unused -> cycle());
    }

    /**
     * Starts no further poll and publishes no further response; requests in flight end at their timeouts, or when the
     * client closes.
     */
    public Future<Void> stop() {
        Promise<Void> done = Promise.promise();
        context.runOnContext(unused -> {
            stopped = true;
            slots.clear();
            log.flush();
            done.complete();
        });
        return done.future();
    }

    /** Returns the status of every source, in the order of addition. Callable from any thread. */
    public List<SourceStatus> statuses() {
        List<SourceStatus> statuses = new ArrayList<>();
        polls.forEach(poll -> statuses.add(poll.status()));
        return List.copyOf(statuses);
    }

    private void cycle() {
        if (stopped) {
            return;
        }
        vertx.setTimer(settings.interval().toMillis(), unused -> cycle());
        Promise<Void> pinged = Promise.promise();
        long late = vertx.setTimer(Math.max(1, settings.interval().toMillis() / 2), unused -> pinged.tryComplete());
        poll(Lane.PING, unused -> true).onComplete(unused -> pinged.tryComplete());
        pinged.future().onSuccess(unused -> {
            vertx.cancelTimer(late);
            pollAll(Lane.AFTER_PING, anything -> true);
        });
    }

    /**
     * Retries sources that failed or are not available, without waiting for the end of their backoff. Call this method
     * on the event loop of this poller, when a source has recovered or when a refused list may be requested again.
     */
    public void retryFailed() {
        polls.forEach(SourcePoll::retrySoon);
        context.runOnContext(unused -> pollAll(lanes.keySet(), SourcePoll::withoutAnswer));
    }

    private void pollAll(Set<Lane> some, Predicate<SourcePoll<?>> which) {
        some.forEach(lane -> poll(lane, which));
    }

    private Future<Void> poll(Lane lane, Predicate<SourcePoll<?>> which) {
        Future<Void> asked = Future.succeededFuture();
        for (SourcePoll<?> source : lanes.getOrDefault(lane, List.of())) {
            asked = asked.compose(
                    unused -> stopped || !which.test(source) ? Future.succeededFuture() : slots.poll(lane, source));
        }
        return asked;
    }
}
