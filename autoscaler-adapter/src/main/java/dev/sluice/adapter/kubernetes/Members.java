package dev.sluice.adapter.kubernetes;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;

/** Reads members of foreign JSON objects. A member of an unexpected type counts as missing. */
public final class Members {

    private Members() {}

    public static Optional<JsonObject> object(JsonObject parent, String name) {
        return parent.getValue(name) instanceof JsonObject object ? Optional.of(object) : Optional.empty();
    }

    public static Optional<String> text(JsonObject parent, String name) {
        return parent.getValue(name) instanceof String text ? Optional.of(text) : Optional.empty();
    }

    /** Returns true if the member has the value {@code true}. */
    public static boolean holds(JsonObject parent, String name) {
        return Boolean.TRUE.equals(parent.getValue(name));
    }

    /** Returns the strings in an array; empty if the member is not an array. */
    public static List<String> texts(JsonObject parent, String name) {
        return parent.getValue(name) instanceof JsonArray array ? texts(array) : List.of();
    }

    /** Returns the elements that are strings. */
    public static List<String> texts(JsonArray array) {
        return array.stream()
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .toList();
    }
}
