package dev.sluice.simulator.kubernetes.api;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Serves watches. A watch sends one event per line, from the requested version on, until the timeout or until the
 * client disconnects.
 */
final class Watches {
    private static final int DEFAULT_SECONDS = 1800;

    private final ObjectStore store;
    private final Duration bookmarkEvery;
    private final LongSupplier nanoTime;
    private final Supplier<ObjectMapper> writer;
    private final Set<Watch> open = ConcurrentHashMap.newKeySet();
    /** The version before which no events are stored. At the start of the server, no events are stored. */
    private volatile long oldest;

    /**
     * Creates watches of future changes.
     *
     * @param bookmarkEvery interval of bookmarks; about a minute on the real server
     */
    Watches(ObjectStore store, Duration bookmarkEvery, LongSupplier nanoTime, Supplier<ObjectMapper> writer) {
        this.store = store;
        this.bookmarkEvery = bookmarkEvery;
        this.nanoTime = nanoTime;
        this.writer = writer;
        this.oldest = store.version();
    }

    /**
     * The forced end of a watch.
     *
     * @param error object of the ERROR event before the end of the watch; empty for no event
     * @param cut true to break the connection
     */
    record Ending(Optional<ObjectNode> error, boolean cut) {
        static final Ending TIMEOUT = new Ending(Optional.empty(), false);
        static final Ending CUT = new Ending(Optional.empty(), true);
    }

    /** Breaks the connection of a watch without a last chunk. */
    static final class CutException extends IOException {
        private static final long serialVersionUID = 1L;
    }

    /** A watch with a valid request. */
    private static final class Watch {
        private final ResourceType type;
        private final Selector selector;
        private volatile Optional<Ending> ending = Optional.empty();
        private volatile long seen = -1;

        private Watch(ResourceType type, Selector selector) {
            this.type = type;
            this.selector = selector;
        }
    }

    /** The part of a watch after the headers of the response. */
    interface Body {
        void send(OutputStream out) throws IOException, InterruptedException;
    }

    /** Discards all events so far, like a new server. */
    void restart() {
        oldest = store.version();
    }

    /** Ends the open watches of these kinds. */
    void end(Set<ResourceType> types, Ending ending) {
        open.stream().filter(watch -> types.contains(watch.type)).forEach(watch -> watch.ending = Optional.of(ending));
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

    Body begin(ApiRequest request) throws Refusal {
        long from = request.version(500);
        int seconds = request.number("timeoutSeconds");
        long nanos =
                Duration.ofSeconds(seconds == 0 ? DEFAULT_SECONDS : seconds).toNanos();
        boolean bookmarks = request.parameter("allowWatchBookmarks").matches("1|true");
        Watch watch = new Watch(request.type(), request.selector());
        return out -> {
            // Reads the clock before the watch counts as open, because observers can advance the time as soon as the
            // watch is open.
            long began = nanoTime.getAsLong();
            open.add(watch);
            try {
                follow(watch, from == 0 ? sendAll(watch, out) : from, began, began + nanos, bookmarks, out);
            } finally {
                open.remove(watch);
            }
        };
    }

    private void follow(Watch watch, long from, long began, long end, boolean bookmarks, OutputStream out)
            throws IOException, InterruptedException {
        long position = from;
        long nextBookmark = bookmarks ? began + bookmarkEvery.toNanos() : Long.MAX_VALUE;
        while (true) {
            long wakes = store.wakes();
            Optional<List<ObjectStore.Event>> events;
            long upTo;
            synchronized (store) {
                events = position < oldest ? Optional.empty() : store.since(watch.type, position);
                upTo = Math.max(position, store.version());
            }
            if (events.isEmpty()) {
                long version = Math.max(oldest, store.compacted());
                line(out, "ERROR", Refusal.expiredWatch(position, version).status());
                return;
            }
            for (ObjectStore.Event event : events.get()) {
                send(watch, event, out);
            }
            position = upTo;
            long now = nanoTime.getAsLong();
            if (now >= nextBookmark) {
                bookmark(watch.type, position, out);
                nextBookmark = now + bookmarkEvery.toNanos();
            }
            out.flush();
            if (watch.ending.isPresent()) {
                end(watch.ending.get(), out);
                return;
            }
            watch.seen = wakes;
            Duration left = Duration.ofNanos(Math.max(Math.min(end, nextBookmark) - now, 1_000_000));
            if (now >= end || !store.await(position, wakes, left)) {
                return;
            }
        }
    }

    private void end(Ending ending, OutputStream out) throws IOException {
        if (ending.error().isPresent()) {
            line(out, "ERROR", ending.error().get());
        }
        if (ending.cut()) {
            throw new CutException();
        }
    }

    private long sendAll(Watch watch, OutputStream out) throws IOException {
        List<ObjectNode> objects;
        long version;
        synchronized (store) {
            version = store.version();
            objects = store.listAt(watch.type, version).orElseThrow();
        }
        for (ObjectNode object : objects) {
            if (watch.selector.selects(object)) {
                line(out, "ADDED", object);
            }
        }
        return version;
    }

    private void send(Watch watch, ObjectStore.Event event, OutputStream out) throws IOException {
        Optional<ObjectNode> before = event.before().filter(watch.selector::selects);
        Optional<ObjectNode> after = event.after().filter(watch.selector::selects);
        if (after.isPresent()) {
            line(out, before.isPresent() ? "MODIFIED" : "ADDED", after.get());
        } else if (before.isPresent()) {
            // The deleted object has its previous labels and the version of the change.
            ObjectNode last = before.get().deepCopy();
            Trees.set(last, "/metadata", "resourceVersion", Long.toString(event.version()));
            line(out, "DELETED", last);
        }
    }

    private void bookmark(ResourceType type, long version, OutputStream out) throws IOException {
        ObjectNode object = Trees.object(
                "kind",
                type.kind(),
                "apiVersion",
                type.groupVersion(),
                "metadata",
                Trees.object("resourceVersion", Long.toString(version)));
        if (type == ResourceType.PODS) {
            object.set("spec", Trees.object("containers", NullNode.getInstance()));
        }
        line(out, "BOOKMARK", object);
    }

    private void line(OutputStream out, String type, ObjectNode object) throws IOException {
        out.write(Trees.bytes(writer.get(), Trees.object("type", type, "object", object)));
        out.write('\n');
    }
}
