package dev.sluice.adapter.kubernetes;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/**
 * Follows one object for ever: reads it, watches it for some minutes, and reads it again. What fails is repeated after pauses
 * that grow.
 */
public final class ObjectWatch {

    private static final Duration WATCH = Duration.ofMinutes(5);
    private static final Duration GRACE = Duration.ofSeconds(30);
    private static final int MOST_DOUBLINGS = 5;

    private final Vertx vertx;
    private final Context context;
    private final KubernetesClient client;
    private final String collection;
    private final String name;
    private final Duration pause;
    private final Consumer<JsonObject> seen;
    private final Consumer<String> trouble;
    private int failures;
    private boolean stopped;

    /**
     * A watch that has not begun.
     *
     * @param collection path of the objects of its kind in its namespace
     * @param pause the shortest one before it is read again
     * @param seen gets it when it was read or has changed
     * @param trouble gets, in one line, why it cannot be read
     */
    public ObjectWatch(
            Vertx vertx,
            KubernetesClient client,
            String collection,
            String name,
            Duration pause,
            Consumer<JsonObject> seen,
            Consumer<String> trouble) {
        this.vertx = vertx;
        this.context = vertx.getOrCreateContext();
        this.client = client;
        this.collection = collection;
        this.name = name;
        this.pause = pause;
        this.seen = seen;
        this.trouble = trouble;
    }

    public void start() {
        context.runOnContext(unused -> read());
    }

    /** Nothing is handed on any more. */
    public void stop() {
        context.runOnContext(unused -> stopped = true);
    }

    private void read() {
        if (stopped) {
            return;
        }
        client.get(collection + "/" + name)
                .onSuccess(this::handOn)
                .onFailure(this::tell)
                .compose(this::watch)
                .onComplete(unused -> failures = 0, unused -> failures = Math.min(failures + 1, MOST_DOUBLINGS))
                .onComplete(unused -> again());
    }

    private void tell(Throwable failure) {
        if (!stopped) {
            trouble.accept(KubernetesFailure.describe(failure));
        }
    }

    private void handOn(JsonObject object) {
        if (!stopped) {
            seen.accept(object);
        }
    }

    private Future<Void> watch(JsonObject object) {
        Optional<JsonObject> metadata = Members.object(object, "metadata");
        String version = metadata.flatMap(found -> Members.text(found, "resourceVersion"))
                .orElse("");
        String path = collection + "?watch=1&fieldSelector=metadata.name%3D" + name + "&timeoutSeconds="
                + WATCH.toSeconds() + (version.matches("[A-Za-z0-9]+") ? "&resourceVersion=" + version : "");
        return client.watch(path, WATCH.plus(GRACE), this::event);
    }

    /** After anything else than a change, the object is read again when the watch ends. */
    private void event(JsonObject event) {
        String type = Members.text(event, "type").orElse("");
        failures = 0;
        if (type.equals("ADDED") || type.equals("MODIFIED")) {
            Members.object(event, "object").ifPresent(this::handOn);
        }
    }

    private void again() {
        if (!stopped) {
            long most = pause.toMillis() << failures;
            long least = Math.max(1, most / 2);
            vertx.setTimer(ThreadLocalRandom.current().nextLong(least, Math.max(most, least) + 1), unused -> read());
        }
    }
}
