package dev.sluice.adapter.kubernetes;

import dev.sluice.common.kubernetes.ApiClient;
import dev.sluice.common.kubernetes.ApiFailure;
import dev.sluice.common.kubernetes.JsonBody;
import dev.sluice.common.kubernetes.KubernetesRequest;
import dev.sluice.common.kubernetes.ListWatch;
import dev.sluice.common.kubernetes.Timers;
import dev.sluice.common.kubernetes.WatchTuning;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/**
 * Watches one object until {@link #stop}. Lists the object before the watch, because the API server forgets old
 * resource versions.
 */
public final class ObjectWatch implements ListWatch.Listener {

    private static final int INTERNAL_ERROR = 500;

    private final ApiClient client;
    private final KubernetesRequest.Resource objects;
    private final String name;
    private final Consumer<JsonObject> seen;
    private final Consumer<String> trouble;
    private final ListWatch watch;
    private volatile boolean stopped;
    private JsonObject listed = new JsonObject();
    private String version = "";

    /**
     * Creates a watch that has not started.
     *
     * @param objects objects of the same kind in the same namespace
     * @param pause first pause after a failure
     * @param seen receives the object after the first read and after each change
     * @param trouble receives, on one line, the reason why the object cannot be read
     */
    public ObjectWatch(
            Timers timers,
            ApiClient client,
            KubernetesRequest.Resource objects,
            String name,
            Duration pause,
            Consumer<JsonObject> seen,
            Consumer<String> trouble) {
        this.client = client;
        this.objects = objects;
        this.name = name;
        this.seen = seen;
        this.trouble = trouble;
        this.watch = new ListWatch(
                client,
                timers,
                WatchTuning.DEFAULT.withFirstBackoff(pause),
                () -> ThreadLocalRandom.current().nextDouble(),
                this);
    }

    public void start() {
        client.run(this::begin);
    }

    /** Stops the watch; the consumers get no more calls. */
    public void stop() {
        stopped = true;
        client.run(watch::stop);
    }

    @Override
    public void begin() {
        watch.list(objects, KubernetesRequest.Selector.name(name));
    }

    @Override
    public ListWatch.Page page(boolean first) {
        listed = first ? new JsonObject() : listed;
        return new ListWatch.Page(
                JsonBody.whole(list -> listed = list),
                () -> text(listed, "resourceVersion"),
                () -> text(listed, "continue"));
    }

    @Override
    public boolean listed(ListWatch.Listed list) {
        Optional<JsonObject> object = listed.getValue("items") instanceof JsonArray items
                ? items.stream()
                        .filter(JsonObject.class::isInstance)
                        .map(JsonObject.class::cast)
                        .filter(item -> text(item, "name").equals(name))
                        .findFirst()
                : Optional.empty();
        object.ifPresentOrElse(this::handOn, () -> say("it does not exist"));
        return true;
    }

    @Override
    public ListWatch.Events events(String from) {
        version = from;
        return new ListWatch.Events(JsonBody.lines(this::event), () -> version);
    }

    private void event(JsonObject event) throws ApiFailure {
        JsonObject object = Members.object(event, "object").orElseGet(JsonObject::new);
        switch (Members.text(event, "type").orElse("")) {
            case "ADDED", "MODIFIED" -> handOn(object);
            case "DELETED" -> say("it was deleted");
            case "ERROR" ->
                throw ApiFailure.watchEnded(
                        object.getValue("code") instanceof Integer code ? code : INTERNAL_ERROR,
                        Members.text(object, "message").orElse(""));
            default -> {
                // A bookmark has only a version.
            }
        }
        String now = text(object, "resourceVersion");
        version = now.isEmpty() ? version : now;
    }

    private static String text(JsonObject from, String member) {
        return Members.object(from, "metadata")
                .flatMap(metadata -> Members.text(metadata, member))
                .orElse("");
    }

    @Override
    public void absent() {
        say("the API server has no " + objects.plural());
        watch.beginLater();
    }

    @Override
    public void failed(ApiFailure failure) {
        say(FailureMessage.of(failure));
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
}
