package dev.sluice.simulator.kubernetes.api;

import static dev.sluice.simulator.kubernetes.api.Trees.member;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Serves watches. A watch sends one event per line, from the requested version on, until the timeout or until the
 * client disconnects.
 */
final class Watches {
    private static final Duration USUAL = Duration.ofMinutes(30);

    private final ObjectStore store;
    private final Duration bookmarkEvery;
    private final LongSupplier nanoTime;
    private final Supplier<UnaryOperator<Instant>> shown;
    private final Set<Begun> open = ConcurrentHashMap.newKeySet();
    /**
     * The version before which no events are stored. At first, no events are stored, so most objects have an older
     * version.
     */
    private volatile long oldest;

    /**
     * Creates watches of future changes.
     *
     * @param bookmarkEvery interval of bookmarks; about a minute on the real server
     */
    Watches(ObjectStore store, Duration bookmarkEvery, LongSupplier nanoTime, Supplier<UnaryOperator<Instant>> shown) {
        this.store = store;
        this.bookmarkEvery = bookmarkEvery;
        this.nanoTime = nanoTime;
        this.shown = shown;
        this.oldest = store.version();
    }

    /**
     * The forced end of a watch.
     *
     * @param error the ERROR event before the end of the watch; empty for no event
     * @param cut true to break the connection
     */
    record Ending(Optional<ApiException> error, boolean cut) {
        static final Ending TIMEOUT = new Ending(Optional.empty(), false);
        static final Ending CUT = new Ending(Optional.empty(), true);

        static Ending error(ApiException error) {
            return new Ending(Optional.of(error), false);
        }
    }

    /** Breaks the connection of a watch without a last chunk. */
    static final class CutException extends IOException {
        private static final long serialVersionUID = 1L;

        CutException() {
            super("the simulated server was killed");
        }
    }

    /** A watch with a valid request. */
    static final class Begun {
        private final ApiRequest request;
        private final Selector selector;
        private final long from;
        private final Duration lasting;
        private volatile Optional<Ending> ending = Optional.empty();
        private volatile long seen = -1;

        private Begun(ApiRequest request, Selector selector, long from, Duration lasting) {
            this.request = request;
            this.selector = selector;
            this.from = from;
            this.lasting = lasting;
        }

        private boolean synthetic() {
            return from == 0;
        }
    }

    /** Discards all events so far, like a new server. */
    void restart() {
        oldest = store.version();
    }

    /** Ends all open watches. */
    void end(Ending ending) {
        open.forEach(watch -> watch.ending = Optional.of(ending));
        store.wake();
    }

    /** Ends the watches of a kind. */
    void end(ResourceType type) {
        open.stream()
                .filter(watch -> watch.request.type() == type)
                .forEach(watch -> watch.ending = Optional.of(Ending.TIMEOUT));
        store.wake();
    }

    int open() {
        return open.size();
    }

    /** Returns true if all open watches have read the clock since its last jump. */
    boolean idle() {
        long wakes = store.wakes();
        return open.stream().allMatch(watch -> watch.seen == wakes);
    }

    boolean expired(Begun watch) {
        return !watch.synthetic() && since(watch, watch.from).isEmpty();
    }

    private Optional<ObjectStore.Events> since(Begun watch, long position) {
        return position < oldest ? Optional.empty() : store.since(watch.request.type(), position);
    }

    Begun begin(ApiRequest request) throws ApiException {
        if (request.query().containsKey("sendInitialEvents")) {
            throw ApiException.initialEventsForbidden();
        }
        String text = request.parameter("resourceVersion");
        if (!text.isEmpty() && !text.matches("[0-9]{1,18}")) {
            throw ApiException.badWatchVersion(text);
        }
        long from = text.isEmpty() ? 0 : Long.parseLong(text);
        return new Begun(request, Lists.selector(request), from, lasting(request));
    }

    private static Duration lasting(ApiRequest request) throws ApiException {
        String text = request.parameter("timeoutSeconds");
        if (!text.matches("[0-9]{0,9}")) {
            throw ApiException.badRequest("strconv.ParseInt: parsing \"" + text + "\": invalid syntax");
        }
        return text.isEmpty() || text.equals("0") ? USUAL : Duration.ofSeconds(Long.parseLong(text));
    }

    void serve(Begun watch, OutputStream out) throws IOException, InterruptedException {
        // Reads the clock before the watch counts as open, because observers can advance the time as soon as the watch
        // is open.
        long began = nanoTime.getAsLong();
        open.add(watch);
        try {
            follow(watch, began, out);
        } finally {
            open.remove(watch);
        }
    }

    private void follow(Begun watch, long began, OutputStream out) throws IOException, InterruptedException {
        long end = began + watch.lasting.toNanos();
        long nextBookmark = began + bookmarkEvery.toNanos();
        boolean bookmarks = watch.request.parameter("allowWatchBookmarks").matches("1|true");
        long position = watch.synthetic() ? sendAll(watch, out) : watch.from;
        while (true) {
            long wakes = store.wakes();
            Optional<ObjectStore.Events> events = since(watch, position);
            if (events.isEmpty()) {
                error(ApiException.expiredWatch(position, Math.max(oldest, store.compacted())), out);
                return;
            }
            for (ObjectStore.Event event : events.get().list()) {
                send(watch, event, out);
            }
            position = events.get().upTo();
            long now = nanoTime.getAsLong();
            if (bookmarks && now >= nextBookmark) {
                bookmark(watch.request.type(), position, out);
                nextBookmark = now + bookmarkEvery.toNanos();
            }
            out.flush();
            Optional<Ending> ending = watch.ending;
            if (ending.isPresent()) {
                end(ending.get(), out);
                return;
            }
            watch.seen = wakes;
            long left = Math.min(end, bookmarks ? nextBookmark : end) - now;
            if (now >= end || !store.await(position, wakes, Duration.ofNanos(Math.max(left, 1_000_000)))) {
                return;
            }
        }
    }

    private void end(Ending ending, OutputStream out) throws IOException {
        if (ending.error().isPresent()) {
            error(ending.error().get(), out);
        }
        if (ending.cut()) {
            throw new CutException();
        }
    }

    private void error(ApiException error, OutputStream out) throws IOException {
        line(out, "ERROR", error.status());
    }

    private long sendAll(Begun watch, OutputStream out) throws IOException {
        List<StoredObject> objects;
        long version;
        synchronized (store) {
            objects = store.list(watch.request.type());
            version = store.version();
        }
        for (StoredObject object : objects) {
            if (watch.request.concerns(object) && watch.selector.selects(object)) {
                line(out, "ADDED", object.complete());
            }
        }
        return version;
    }

    private void send(Begun watch, ObjectStore.Event event, OutputStream out) throws IOException {
        if (!watch.request.concerns(event.object())) {
            return;
        }
        boolean deleted = event.change() == ObjectStore.Change.DELETED;
        boolean is = !deleted && watch.selector.selects(event.object());
        Optional<StoredObject> before = event.before().filter(watch.selector::selects);
        if (is) {
            line(out, before.isPresent() ? "MODIFIED" : "ADDED", event.object().complete());
        } else if (before.isPresent()) {
            // The deleted object has its previous labels and the version of the change.
            StoredObject last = new StoredObject(
                    before.get().key(), event.object().version(), before.get().body());
            line(out, "DELETED", last.complete());
        }
    }

    private void bookmark(ResourceType type, long version, OutputStream out) throws IOException {
        Map<String, Object> object = Trees.object(
                member("kind", type.kind()),
                member("apiVersion", type.groupVersion()),
                member("metadata", Trees.object("resourceVersion", Long.toString(version))));
        if (type == ResourceType.PODS) {
            object = Trees.with(object, "spec", Trees.object("containers", Trees.NULL));
        }
        line(out, "BOOKMARK", object);
    }

    private void line(OutputStream out, String type, Map<String, Object> object) throws IOException {
        out.write(Json.bytes(Trees.object(member("type", type), member("object", object)), shown.get()));
        out.write('\n');
    }
}
