package dev.sluice.common.kubernetes;

import dev.sluice.common.net.Backoff;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lists the objects of one kind, and then watches these objects from the version of the list. Recovers from failures as
 * Kubernetes' own clients do. Runs on one event loop.
 */
public final class ListWatch {

    /** Number of consecutive refused watches after which the resource version counts as the cause. */
    private static final int WATCH_ATTEMPTS = 3;

    /** A watch that lasts less than this multiple of the first pause counts as failed. */
    private static final int BRIEF_BACKOFFS = 10;

    private static final int MAX_PAGES = 2_000;

    private final ApiClient client;
    private final Timers timers;
    private final WatchTuning tuning;
    private final DoubleSupplier random;
    private final Listener listener;
    private final Backoff backoff;

    private KubernetesRequest.Resource resource = KubernetesRequest.groups().resource();
    private KubernetesRequest.Selector selector = KubernetesRequest.Selector.labels("");
    private String version = "";
    private int watchRefusals;
    private boolean relisting;
    private boolean stopped;
    private long timer = -1;
    private @Nullable ApiExchange exchange;

    /** Receives the objects and the events of a {@link ListWatch}. */
    public interface Listener {

        /** Finds the resource to list and calls {@link ListWatch#list}. */
        void begin();

        /** Returns the reader of the next page of a list. The objects become valid only after the last page. */
        Page page(boolean first);

        /**
         * Receives the measurements of a complete list.
         *
         * @return true to start a watch; false to list again later
         */
        boolean listed(Listed list);

        /** Returns the reader of a watch that starts at a resource version. */
        Events events(String version);

        /** Reports that a watch has begun or has received data. */
        default void alive() {}

        /** Reports the end of a watch. */
        default void closed() {}

        /**
         * Reports that the API server lacks the resource. No requests follow until the next {@link ListWatch#list}.
         */
        void absent();

        /** Reports a failed request; a retry follows after a pause. */
        void failed(ApiFailure failure);
    }

    /**
     * A page of a list.
     *
     * @param body reader of the page
     * @param version version of the list, known after the page has been read; empty if the page has no version
     * @param next token of the next page; empty for the last page
     */
    public record Page(BodyReader body, Supplier<String> version, Supplier<String> next) {}

    /**
     * The events of a watch.
     *
     * @param body reader of the events
     * @param version version of the newest event
     */
    public record Events(BodyReader body, Supplier<String> version) {}

    /**
     * The measurements of a list.
     *
     * @param took time from the first request to the last byte
     * @param bytes size of all pages
     */
    public record Listed(Duration took, long bytes) {}

    /**
     * @param random random numbers: at least 0, less than 1
     */
    public ListWatch(ApiClient client, Timers timers, WatchTuning tuning, DoubleSupplier random, Listener listener) {
        this.client = client;
        this.timers = timers;
        this.tuning = tuning;
        this.random = random;
        this.listener = listener;
        this.backoff = new Backoff(tuning.firstBackoff(), tuning.maxBackoff(), random);
    }

    /** Stops the lists and watches; the listener gets no more calls. */
    public void stop() {
        stopped = true;
        timers.cancel(timer);
        if (exchange != null) {
            exchange.cancel();
        }
    }

    /** Lists and watches the selected objects. Sends requests on the caller's context. */
    public void list(KubernetesRequest.Resource objects, KubernetesRequest.Selector selected) {
        resource = objects;
        selector = selected;
        page(new Listing(timers.nanoTime()), "");
    }

    /**
     * Discards the failures and the resource version after the API server has reported that the resource does not
     * exist.
     */
    public void reset() {
        backoff.reset();
        relisting = false;
        version = "";
    }

    /** Starts again after the pause for missing resources. */
    public void beginLater() {
        after(tuning.recheck(), listener::begin);
    }

    /** Starts again after a pause, because a precondition of the list failed. */
    public void retry(ApiFailure failure) {
        failed(failure, listener::begin);
    }

    private static final class Listing {
        private final long startedAt;
        private String version = "";
        private long bytes;
        private int pages;

        private Listing(long startedAt) {
            this.startedAt = startedAt;
        }
    }

    private void page(Listing listing, String token) {
        Page page = listener.page(token.isEmpty());
        KubernetesRequest request = KubernetesRequest.list(resource, selector, tuning.pageSize(), token);
        ask(request, page.body(), (bytes, failure) -> {
            listing.bytes += bytes;
            // Uses the version of the first page. All pages have the same version, and a watch from an older version
            // would lose nothing.
            listing.version = listing.version.isEmpty() ? page.version().get() : listing.version;
            String next = page.next().get();
            if (failure.isPresent()) {
                listFailed(failure.get());
            } else if (page.version().get().isEmpty()) {
                listFailed(new ApiFailure(ApiFailure.Kind.UNDECODABLE, "the response to a list was empty"));
            } else if (!next.isEmpty() && ++listing.pages >= MAX_PAGES) {
                listFailed(new ApiFailure(ApiFailure.Kind.TOO_LARGE, "the list has more than " + MAX_PAGES + " pages"));
            } else if (!next.isEmpty()) {
                page(listing, next);
            } else {
                listed(listing);
            }
        });
    }

    private void listFailed(ApiFailure failure) {
        switch (failure.remedy()) {
            case REDISCOVER -> listener.absent();
            case RELIST -> relist(failure);
            case RETRY, REREAD, GRANT -> failed(failure, listener::begin);
        }
    }

    private void listed(Listing listing) {
        version = listing.version;
        watchRefusals = 0;
        Duration took = Duration.ofNanos(timers.nanoTime() - listing.startedAt);
        if (listener.listed(new Listed(took, listing.bytes))) {
            watch();
        } else {
            beginLater();
        }
    }

    private void watch() {
        long seconds = (long) (tuning.watchTimeout().toSeconds() * (1 + random.getAsDouble()));
        Events events = listener.events(version);
        KubernetesRequest request = KubernetesRequest.watch(resource, selector, version, seconds);
        long begun = timers.nanoTime();
        ApiExchange.Limits limits = new ApiExchange.Limits(tuning.deadline(), tuning.silence());
        ApiExchange sent = client.send(request, limits, events.body(), listener::alive);
        exchange = sent;
        sent.end().onComplete(done -> {
            boolean lasted = lasted(begun);
            String reached = events.version().get();
            if (lasted || !reached.equals(version)) {
                relisting = false;
                watchRefusals = 0;
                backoff.reset();
            }
            version = reached;
            if (stopped) {
                return;
            }
            listener.closed();
            if (done.failed()) {
                watchFailed(ApiFailure.of(done.cause()));
            } else if (lasted) {
                watch();
            } else {
                // Waits, because a server that ends every watch immediately would otherwise be called in a loop.
                after(backoff.next(), this::watch);
            }
        });
    }

    private boolean lasted(long begun) {
        Duration least = tuning.firstBackoff().multipliedBy(BRIEF_BACKOFFS);
        return timers.nanoTime() - begun >= least.toNanos();
    }

    private void watchFailed(ApiFailure failure) {
        switch (failure.remedy()) {
            case RELIST -> relist(failure);
            // The resource was removed, or the API version of the resource has changed.
            case REDISCOVER -> after(backoff.next(), listener::begin);
            case RETRY, REREAD, GRANT -> {
                boolean refused =
                        failure.kind() != ApiFailure.Kind.UNREACHABLE && failure.kind() != ApiFailure.Kind.TIMEOUT;
                watchRefusals += refused ? 1 : 0;
                failed(failure, watchRefusals >= WATCH_ATTEMPTS ? listener::begin : this::watch);
            }
        }
    }

    /**
     * After a first failure, lists again immediately, as the API intends. If the new list also fails, lists again after
     * a pause.
     */
    private void relist(ApiFailure failure) {
        if (relisting) {
            failed(failure, listener::begin);
        } else {
            relisting = true;
            listener.begin();
        }
    }

    private void failed(ApiFailure failure, Runnable next) {
        listener.failed(failure);
        Duration pause = backoff.next();
        after(
                failure.details()
                        .retryAfter()
                        .filter(asked -> asked.compareTo(pause) > 0)
                        .orElse(pause),
                next);
    }

    private void after(Duration pause, Runnable next) {
        if (!stopped) {
            timer = timers.set(pause, next);
        }
    }

    private void ask(KubernetesRequest request, BodyReader body, BiConsumer<Long, Optional<ApiFailure>> done) {
        ApiExchange.Limits limits = new ApiExchange.Limits(tuning.deadline(), Duration.ZERO);
        ApiExchange sent = client.send(request, limits, body, () -> {});
        exchange = sent;
        sent.end().onComplete(result -> {
            if (!stopped) {
                done.accept(
                        sent.bytesReceived(),
                        Optional.ofNullable(result.cause()).map(ApiFailure::of));
            }
        });
    }
}
