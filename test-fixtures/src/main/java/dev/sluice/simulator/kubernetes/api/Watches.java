package dev.sluice.simulator.kubernetes.api;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Serves watches: one event per line, from a version on, until the time is over or the client has gone. */
final class Watches {
    private static final Duration USUAL = Duration.ofMinutes(30);

    private final ObjectStore store;
    private final Duration bookmarkEvery;
    private final Supplier<UnaryOperator<Instant>> shown;

    /**
     * Watches.
     *
     * @param bookmarkEvery about a minute on the real server
     */
    Watches(ObjectStore store, Duration bookmarkEvery, Supplier<UnaryOperator<Instant>> shown) {
        this.store = store;
        this.bookmarkEvery = bookmarkEvery;
        this.shown = shown;
    }

    /** A watch that can begin. */
    record Begun(ApiRequest request, Selector selector, long from, boolean synthetic, Duration lasting) {}

    Begun begin(ApiRequest request) throws ApiException {
        if (request.query().containsKey("sendInitialEvents")) {
            throw ApiException.initialEventsForbidden();
        }
        String text = request.parameter("resourceVersion");
        if (!text.isEmpty() && !text.matches("[0-9]{1,18}")) {
            throw ApiException.badWatchVersion(text);
        }
        long from = text.isEmpty() ? 0 : Long.parseLong(text);
        return new Begun(request, Lists.selector(request), from, from == 0, lasting(request));
    }

    private static Duration lasting(ApiRequest request) throws ApiException {
        String text = request.parameter("timeoutSeconds");
        if (!text.matches("[0-9]{0,9}")) {
            throw ApiException.badRequest("strconv.ParseInt: parsing \"" + text + "\": invalid syntax");
        }
        return text.isEmpty() || text.equals("0") ? USUAL : Duration.ofSeconds(Long.parseLong(text));
    }

    void serve(Begun watch, OutputStream out) throws IOException, InterruptedException {
        long end = System.nanoTime() + watch.lasting().toNanos();
        long nextBookmark = System.nanoTime() + bookmarkEvery.toNanos();
        boolean bookmarks = watch.request().parameter("allowWatchBookmarks").matches("1|true");
        long position = watch.synthetic() ? sendAll(watch, out) : watch.from();
        while (true) {
            Optional<ObjectStore.Events> events = store.since(watch.request().type(), position);
            if (events.isEmpty()) {
                line(
                        out,
                        "ERROR",
                        ApiException.expiredWatch(position, store.version()).status());
                return;
            }
            for (ObjectStore.Event event : events.get().list()) {
                send(watch, event, out);
            }
            position = events.get().upTo();
            long now = System.nanoTime();
            if (bookmarks && now >= nextBookmark) {
                bookmark(watch.request().type(), position, out);
                nextBookmark = now + bookmarkEvery.toNanos();
            }
            out.flush();
            long left = Math.min(end, bookmarks ? nextBookmark : end) - now;
            if (now >= end || !store.await(position, Duration.ofNanos(Math.max(left, 1_000_000)))) {
                return;
            }
        }
    }

    private long sendAll(Begun watch, OutputStream out) throws IOException {
        List<StoredObject> objects;
        long version;
        synchronized (store) {
            objects = store.list(watch.request().type());
            version = store.version();
        }
        for (StoredObject object : objects) {
            if (watch.request().concerns(object) && watch.selector().selects(object)) {
                line(out, "ADDED", object.complete());
            }
        }
        return version;
    }

    private void send(Begun watch, ObjectStore.Event event, OutputStream out) throws IOException {
        if (!watch.request().concerns(event.object())) {
            return;
        }
        boolean deleted = event.change() == ObjectStore.Change.DELETED;
        boolean is = !deleted && watch.selector().selects(event.object());
        Optional<StoredObject> before = event.before().filter(watch.selector()::selects);
        if (is) {
            line(out, before.isPresent() ? "MODIFIED" : "ADDED", event.object().complete());
        } else if (before.isPresent()) {
            // With the labels that it had, and the version of the change.
            StoredObject last = new StoredObject(
                    before.get().key(), event.object().version(), before.get().body());
            line(out, "DELETED", last.complete());
        }
    }

    private void bookmark(ResourceType type, long version, OutputStream out) throws IOException {
        Map<String, Object> object = Trees.object(
                "kind",
                type.kind(),
                "apiVersion",
                type.groupVersion(),
                "metadata",
                Trees.object("resourceVersion", Long.toString(version)));
        if (type == ResourceType.PODS) {
            object = Trees.with(object, "spec", Trees.object("containers", Trees.NULL));
        }
        line(out, "BOOKMARK", object);
    }

    private void line(OutputStream out, String type, Map<String, Object> object) throws IOException {
        out.write(Json.bytes(Trees.object("type", type, "object", object), shown.get()));
        out.write('\n');
    }
}
