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
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Serves watches. A watch sends one event per line, from the requested version on, until the timeout or until the
 * client disconnects.
 *
 * @param bookmarkEvery interval of bookmarks; about a minute on the real server
 * @param open the open watches, initially none
 */
record Watches(
        ObjectStore store,
        Duration bookmarkEvery,
        LongSupplier nanoTime,
        Supplier<ObjectMapper> writer,
        Set<Watch> open) {
    private static final int DEFAULT_SECONDS = 1800;

    static final class Watch {
        private final ApiRequest request;
        private volatile boolean ended;
        private volatile long seen = -1;

        private Watch(ApiRequest request) {
            this.request = request;
        }
    }

    /** Ends the open watches of some kinds. */
    void end(Predicate<ResourceType> types) {
        open.stream().filter(watch -> types.test(watch.request.type())).forEach(watch -> watch.ended = true);
        store.wake();
    }

    /** Returns true if all open watches have read the clock since its last jump. */
    boolean idle() {
        long wakes = store.wakes();
        return open.stream().allMatch(watch -> watch.seen == wakes);
    }

    void send(ApiRequest request, OutputStream out) throws Refusal, IOException, InterruptedException {
        // Observers can advance the time as soon as the watch is open.
        long began = nanoTime.getAsLong();
        Watch watch = new Watch(request);
        open.add(watch);
        try {
            follow(watch, began, out);
        } finally {
            open.remove(watch);
        }
    }

    private void follow(Watch watch, long began, OutputStream out) throws Refusal, IOException, InterruptedException {
        ResourceType type = watch.request.type();
        long seconds = watch.request.number("timeoutSeconds");
        long end = began
                + Duration.ofSeconds(seconds == 0 ? DEFAULT_SECONDS : seconds).toNanos();
        boolean bookmarks = watch.request.isTrue("allowWatchBookmarks");
        long nextBookmark = bookmarks ? began + bookmarkEvery.toNanos() : Long.MAX_VALUE;
        long position = watch.request.number("resourceVersion");
        if (position == 0) {
            position = sendAll(watch, out);
        }
        while (true) {
            long wakes = store.wakes();
            Optional<List<ObjectStore.Event>> events;
            long upTo;
            synchronized (store) {
                events = store.since(type, position);
                upTo = Math.max(position, store.version());
            }
            if (events.isEmpty()) {
                line(
                        out,
                        "ERROR",
                        Refusal.expiredWatch(position, store.compacted()).status());
                return;
            }
            for (ObjectStore.Event event : events.get()) {
                send(watch, event, out);
            }
            position = upTo;
            long now = nanoTime.getAsLong();
            if (now >= nextBookmark) {
                bookmark(type, position, out);
                nextBookmark = now + bookmarkEvery.toNanos();
            }
            out.flush();
            watch.seen = wakes;
            Duration left = Duration.ofNanos(Math.max(Math.min(end, nextBookmark) - now, 1_000_000));
            if (watch.ended || now >= end || !store.await(position, wakes, left)) {
                return;
            }
        }
    }

    private long sendAll(Watch watch, OutputStream out) throws Refusal, IOException {
        List<ObjectNode> objects;
        long version;
        synchronized (store) {
            version = store.version();
            objects = store.list(watch.request.type());
        }
        for (ObjectNode object : objects) {
            if (watch.request.selects(object)) {
                line(out, "ADDED", object);
            }
        }
        return version;
    }

    private void send(Watch watch, ObjectStore.Event event, OutputStream out) throws Refusal, IOException {
        boolean before = event.before().isPresent()
                && watch.request.selects(event.before().get());
        boolean after =
                event.after().isPresent() && watch.request.selects(event.after().get());
        if (after) {
            line(out, before ? "MODIFIED" : "ADDED", event.after().orElseThrow());
        } else if (before) {
            // The deleted object has its previous labels and the version of the change.
            ObjectNode last = event.before().orElseThrow().deepCopy();
            Trees.set(last, "/metadata", "resourceVersion", Long.toString(event.version()));
            line(out, "DELETED", last);
        }
    }

    private void bookmark(ResourceType type, long version, OutputStream out) throws IOException {
        ObjectNode metadata = Trees.object("resourceVersion", Long.toString(version));
        ObjectNode object = Trees.object("kind", type.kind(), "apiVersion", type.groupVersion(), "metadata", metadata);
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
