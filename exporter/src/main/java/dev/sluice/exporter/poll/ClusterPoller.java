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
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Polls the sources of one cluster. Each interval, polls ping, and then queues all other sources. Polls the due sources
 * of a lane one after the other. A slow source delays the source that waits next in its lane by at most one interval: in
 * the next interval, a second source of the lane may begin. Several slow sources delay a lane by several intervals.
 */
public final class ClusterPoller {

    /**
     * Maximum number of concurrent requests to one slurmrestd, which has few threads (four on two cores). A slurmctld
     * that is down blocks each thread for 10 s or more. The limit keeps a thread free for ping.
     */
    private static final int MAX_REQUESTS = 3;

    /** If slurmdbd hangs, a request for nodes or jobs may begin. */
    private static final int MAX_REQUESTS_OF_A_LANE = 2;

    /** The limits do not apply to ping, and to requests to slurmctld itself. */
    private static final Set<Lane> UNLIMITED = Set.of(Lane.PING, Lane.SLURMCTLD);

    private final Vertx vertx;
    private final Time time;
    private final PollConfig settings;
    private final SourceLog log;
    private final Function<Runnable, Future<Void>> publish;
    private final List<SourcePoll<?>> polls = new ArrayList<>();
    /** The sources that wait for their turn, in order; whether they are due is checked when it is their turn. */
    private final Set<SourcePoll<?>> waiting = new LinkedHashSet<>();
    /** The sources with a request in flight, except {@link #UNLIMITED}; with the interval in which it began. */
    private final Map<SourcePoll<?>, Long> running = new LinkedHashMap<>();

    private final Context context;

    private long intervals;
    private boolean stopped;

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
        polls.add(new SourcePoll<>(
                log, source, settings.policy(source), time, publish, this::retryFailed, fetch, onGoodAnswer));
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
            waiting.clear();
            log.flush();
            done.complete();
        });
        return done.future();
    }

    /** Returns the status of every source, in the order of addition. Callable from any thread. */
    public List<SourceStatus> statuses() {
        return polls.stream().<SourceStatus>map(SourcePoll::status).toList();
    }

    private void cycle() {
        if (stopped) {
            return;
        }
        intervals++;
        vertx.setTimer(settings.interval().toMillis(), unused -> cycle());
        Promise<Void> pinged = Promise.promise();
        long late = vertx.setTimer(Math.max(1, settings.interval().toMillis() / 2), unused -> pinged.tryComplete());
        polls.stream()
                .filter(poll -> poll.lane() == Lane.PING)
                .forEach(poll -> poll.pollIfDue().onComplete(unused -> pinged.tryComplete()));
        pinged.future().onSuccess(unused -> {
            vertx.cancelTimer(late);
            queue(poll -> poll.lane() != Lane.PING);
        });
    }

    /**
     * Retries sources that failed or are not available, without waiting for the end of their backoff. Call this method
     * on the event loop of this poller, when a source has recovered or when a refused list may be requested again.
     */
    public void retryFailed() {
        polls.forEach(SourcePoll::retrySoon);
        context.runOnContext(unused -> queue(SourcePoll::withoutAnswer));
    }

    private void queue(Predicate<SourcePoll<?>> which) {
        if (!stopped) {
            polls.stream()
                    .filter(which)
                    .filter(poll -> !running.containsKey(poll))
                    .forEach(waiting::add);
            beginWhatMay();
        }
    }

    private void beginWhatMay() {
        for (SourcePoll<?> poll : List.copyOf(waiting)) {
            // A request that ends at once begins what waits for it, within this loop.
            if (mayBegin(poll) && waiting.remove(poll) && poll.isDue()) {
                if (!UNLIMITED.contains(poll.lane())) {
                    running.put(poll, intervals);
                }
                poll.pollIfDue().onComplete(unused -> {
                    running.remove(poll);
                    beginWhatMay();
                });
            }
        }
    }

    private boolean mayBegin(SourcePoll<?> poll) {
        List<Long> ofLane = running.entrySet().stream()
                .filter(other -> other.getKey().lane() == poll.lane())
                .map(Map.Entry::getValue)
                .toList();
        return UNLIMITED.contains(poll.lane())
                || (running.size() < MAX_REQUESTS
                        && ofLane.size() < MAX_REQUESTS_OF_A_LANE
                        && !ofLane.contains(intervals));
    }
}
