package dev.sluice.adapter.kubernetes;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/**
 * Follows one object for ever, as Kubernetes' own clients do: lists it, watches from the list's version on, and goes on
 * from the last version that was seen. After a failure it is listed again, after pauses that grow. The object's own version
 * is no place to watch from: it is as old as the object's last change, and the API server has forgotten it.
 */
public final class ObjectWatch {

    private static final Duration WATCH = Duration.ofMinutes(5);
    private static final Duration GRACE = Duration.ofSeconds(30);
    private static final int MAX_DOUBLINGS = 5;

    private final Timers timers;
    private final KubernetesClient client;
    private final String collection;
    private final String name;
    private final Duration pause;
    private final Consumer<JsonObject> seen;
    private final Consumer<String> trouble;
    private volatile boolean stopped;
    /** Where the next watch begins; empty where the object has to be listed first. */
    private volatile String version = "";

    private volatile int doublings;

    /**
     * A watch that has not begun.
     *
     * @param collection path of the objects of its kind in its namespace
     * @param pause the shortest one between two requests
     * @param seen gets it when it was read or has changed
     * @param trouble gets, in one line, why it cannot be read
     */
    public ObjectWatch(
            Timers timers,
            KubernetesClient client,
            String collection,
            String name,
            Duration pause,
            Consumer<JsonObject> seen,
            Consumer<String> trouble) {
        this.timers = timers;
        this.client = client;
        this.collection = collection + "?fieldSelector=metadata.name%3D" + name;
        this.name = name;
        this.pause = pause;
        this.seen = seen;
        this.trouble = trouble;
    }

    public void start() {
        timers.after(Duration.ZERO, this::go);
    }

    /** Nothing is handed on any more. */
    public void stop() {
        stopped = true;
    }

    private void go() {
        if (stopped) {
            return;
        }
        Future<Void> listed = version.isEmpty() ? list() : Future.succeededFuture();
        listed.compose(unused -> watch())
                .onFailure(unused -> version = "")
                .onComplete(unused -> timers.after(nextPause(), this::go));
    }

    private Future<Void> list() {
        return client.get(collection).onFailure(this::tell).map(list -> {
            Optional<JsonObject> object = list.getValue("items") instanceof JsonArray items
                    ? items.stream()
                            .filter(JsonObject.class::isInstance)
                            .map(JsonObject.class::cast)
                            .filter(item -> Members.object(item, "metadata")
                                    .flatMap(metadata -> Members.text(metadata, "name"))
                                    .equals(Optional.of(name)))
                            .findFirst()
                    : Optional.empty();
            version = version(list);
            object.ifPresentOrElse(this::handOn, () -> say("it does not exist"));
            return null;
        });
    }

    /** Progress is a watch that lasts: one that ends at once, however well, would be a busy poll. */
    private Future<Void> watch() {
        long begun = timers.nanoTime();
        String path = collection + "&watch=1&allowWatchBookmarks=true&timeoutSeconds=" + WATCH.toSeconds()
                + (version.isEmpty() ? "" : "&resourceVersion=" + version);
        return client.watch(path, WATCH.plus(GRACE), this::event).onComplete(unused -> {
            boolean lasted = timers.nanoTime() - begun >= pause.toNanos() << MAX_DOUBLINGS;
            doublings = lasted ? 0 : Math.min(doublings + 1, MAX_DOUBLINGS);
        });
    }

    private void event(JsonObject event) {
        JsonObject object = Members.object(event, "object").orElseGet(JsonObject::new);
        switch (Members.text(event, "type").orElse("")) {
            case "ADDED", "MODIFIED" -> handOn(object);
            case "DELETED" -> say("it was deleted");
            default -> {
                // A bookmark, which has a version only.
            }
        }
        version = version(object);
    }

    /** Empty for what may not stand in a path. */
    private static String version(JsonObject from) {
        return Members.object(from, List.of("metadata"))
                .flatMap(metadata -> Members.text(metadata, "resourceVersion"))
                .filter(text -> text.matches("[A-Za-z0-9]+"))
                .orElse("");
    }

    private void tell(Throwable failure) {
        doublings = Math.min(doublings + 1, MAX_DOUBLINGS);
        say(KubernetesFailure.describe(failure));
    }

    private void say(String what) {
        if (!stopped) {
            trouble.accept(what);
        }
    }

    private void handOn(JsonObject object) {
        if (!stopped) {
            seen.accept(object);
        }
    }

    private Duration nextPause() {
        long most = Math.max(1, pause.toMillis() << doublings);
        return Duration.ofMillis(ThreadLocalRandom.current().nextLong((most + 1) / 2, most + 1));
    }
}
