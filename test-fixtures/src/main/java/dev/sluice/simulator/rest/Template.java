package dev.sluice.simulator.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.fixtures.Capture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * A captured response of slurmrestd 26.05, or a part of a response. The members that the model knows are replaced; all
 * other members keep their captured values.
 */
public final class Template {

    /** The value of a number without a limit, and of a number that is not set. */
    public enum Special {
        INFINITE,
        UNSET
    }

    private static final Capture CAPTURE = Capture.of("26.05");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Map<String, ObjectNode> PARSED = new ConcurrentHashMap<>();

    private final ObjectNode node;

    private Template(ObjectNode node) {
        this.node = node;
    }

    /** Returns a captured file, in which each list has only its first record. */
    public static Template of(String file) {
        return of(file, "");
    }

    /** Returns a record of a captured file, such as {@code /jobs/74/priority_by_partition/0}. */
    static Template of(String file, String record) {
        return new Template(PARSED.computeIfAbsent(file + record, unused -> parsed(file, record))
                .deepCopy());
    }

    private static ObjectNode parsed(String file, String record) {
        try {
            ObjectNode parsed = (ObjectNode) JSON.readTree(CAPTURE.bytes(file)).at(record);
            shorten(parsed);
            return parsed;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void shorten(JsonNode node) {
        // Requests by type and by user stay, because their names and durations are used.
        if (node instanceof ArrayNode list
                && list.path(0).isObject()
                && !list.path(0).has("time")) {
            while (list.size() > 1) {
                list.remove(1);
            }
        }
        node.forEach(Template::shorten);
    }

    /** Returns an object of these names and values, for a list of which no captured response has a record. */
    static JsonNode record(Object... namesAndValues) {
        ObjectNode made = JSON.createObjectNode();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            made.set((String) namesAndValues[i], JSON.valueToTree(namesAndValues[i + 1]));
        }
        return made;
    }

    /**
     * Replaces a member.
     *
     * @param path names, separated by dots
     * @throws IllegalArgumentException if the captured response has no such member, or the member has another type
     */
    public Template set(String path, Object value) {
        if (at(path).isMissingNode()) {
            throw new IllegalArgumentException("slurmrestd sends no " + path);
        }
        return setIfPresent(path, value);
    }

    /** Replaces a member that only some API versions have. */
    Template setIfPresent(String path, Object value) {
        JsonNode old = at(path);
        if (old.has("infinite")) {
            number((ObjectNode) old, value);
        } else if (!old.isMissingNode()) {
            JsonNode made = JSON.valueToTree(value);
            if (made.getNodeType() != old.getNodeType()) {
                throw new IllegalArgumentException(path + " is a " + old.getNodeType());
            }
            int dot = path.lastIndexOf('.');
            JsonNode parent = dot < 0 ? node : at(path.substring(0, dot));
            ((ObjectNode) parent).set(path.substring(dot + 1), made);
        }
        return this;
    }

    private static void number(ObjectNode number, Object value) {
        boolean missing = value instanceof Special || value.equals(OptionalInt.empty());
        number.put("set", !missing).put("infinite", missing && value != Special.UNSET);
        if (missing) {
            number.set("number", JSON.valueToTree(number.path("number").isDouble() ? (Object) 0.0 : (Object) 0));
        } else {
            number.set("number", JSON.valueToTree(value instanceof OptionalInt some ? some.getAsInt() : value));
        }
    }

    /** Sets each member to the same value. */
    Template setAll(Object value, String... paths) {
        for (String path : paths) {
            set(path, value);
        }
        return this;
    }

    /** Fills a list with copies of its captured record. */
    public <T> Template list(String path, Iterable<T> things, BiConsumer<Template, T> fill) {
        ArrayNode list = (ArrayNode) at(path);
        ObjectNode record = list.isEmpty() ? JSON.createObjectNode() : (ObjectNode) list.remove(0);
        for (T thing : things) {
            Template copy = new Template(record.deepCopy());
            fill.accept(copy, thing);
            list.add(copy.node);
        }
        return this;
    }

    /** Changes each record of a list. */
    Template each(String path, Consumer<Template> change) {
        at(path).forEach(record -> change.accept(new Template((ObjectNode) record)));
        return this;
    }

    long number(String path) {
        return at(path).asLong();
    }

    /** Removes other members of an object. */
    public Template retain(String path, Set<String> names) {
        ((ObjectNode) node.path(path)).retain(names);
        return this;
    }

    private JsonNode at(String path) {
        return node.at("/" + path.replace('.', '/'));
    }

    JsonNode json() {
        return node;
    }

    public String text() {
        return node.toString();
    }
}
