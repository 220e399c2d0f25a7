package dev.sluice.adapter.kubernetes;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;

/** Members of JSON objects that somebody else wrote: what is of another type than expected is not there. */
public final class Members {

    private Members() {}

    public static Optional<JsonObject> object(JsonObject parent, String name) {
        return parent.getValue(name) instanceof JsonObject object ? Optional.of(object) : Optional.empty();
    }

    public static Optional<String> text(JsonObject parent, String name) {
        return parent.getValue(name) instanceof String text ? Optional.of(text) : Optional.empty();
    }

    /** Whether it is there, and {@code true}. */
    public static boolean holds(JsonObject parent, String name) {
        return Boolean.TRUE.equals(parent.getValue(name));
    }

    /** Its texts; none where it is no array. */
    public static List<String> texts(JsonObject parent, String name) {
        return parent.getValue(name) instanceof JsonArray array ? texts(array) : List.of();
    }

    /** The texts among its elements. */
    public static List<String> texts(JsonArray array) {
        return array.stream()
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .toList();
    }
}
