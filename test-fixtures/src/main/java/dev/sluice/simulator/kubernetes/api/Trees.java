package dev.sluice.simulator.kubernetes.api;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import dev.sluice.fixtures.Capture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/**
 * Kubernetes objects as trees. A simulated time is an {@link Instant} in the tree, and becomes the shown time when the
 * server writes the tree.
 */
public final class Trees {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Capture CAPTURE = Capture.ofKubernetes("1.36");
    private static final Map<String, ObjectNode> CAPTURED = new ConcurrentHashMap<>();

    private Trees() {}

    /** Returns an object of names and values in turn. An empty Optional omits the member. */
    public static ObjectNode object(Object... namesAndValues) {
        ObjectNode object = JSON.createObjectNode();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            put(object, namesAndValues[i].toString(), namesAndValues[i + 1]);
        }
        return object;
    }

    /** Returns a copy of an object that a real API server sent in a list, without its version and managed fields. */
    public static ObjectNode captured(String list, String name) {
        return CAPTURED.computeIfAbsent(list + " " + name, key -> read(list, name))
                .deepCopy();
    }

    private static ObjectNode read(String list, String name) {
        for (JsonNode item : parse(CAPTURE.bytes(list)).path("items")) {
            if (item.at("/metadata/name").asText().equals(name)) {
                item.withObject("/metadata").remove(List.of("managedFields", "resourceVersion"));
                return (ObjectNode) item;
            }
        }
        throw new IllegalArgumentException("no " + name + " in " + list);
    }

    /** Sets members of the object at a JSON pointer: names and values in turn. An empty Optional removes the member. */
    public static void set(ObjectNode object, String pointer, Object... namesAndValues) {
        ObjectNode parent = (ObjectNode) object.at(pointer);
        for (int i = 0; i < namesAndValues.length; i += 2) {
            put(parent, namesAndValues[i].toString(), namesAndValues[i + 1]);
        }
    }

    private static void put(ObjectNode object, String name, Object value) {
        if (!(value instanceof Optional<?> optional)) {
            object.set(name, tree(value));
        } else if (optional.isPresent()) {
            object.set(name, tree(optional.get()));
        } else {
            object.remove(name);
        }
    }

    private static JsonNode tree(Object value) {
        if (value instanceof JsonNode node) {
            return node;
        }
        if (value instanceof Collection<?> list) {
            ArrayNode array = JSON.createArrayNode();
            list.forEach(item -> array.add(tree(item)));
            return array;
        }
        return value instanceof Instant ? JsonNodeFactory.instance.pojoNode(value) : JSON.valueToTree(value);
    }

    /**
     * Returns the tree of an object that this program or a client has written.
     *
     * @throws IllegalArgumentException if the text is not a JSON object
     */
    public static ObjectNode parse(byte[] text) {
        try {
            if (JSON.readTree(text) instanceof ObjectNode object) {
                return object;
            }
        } catch (IOException malformed) {
            throw new IllegalArgumentException(malformed);
        }
        throw new IllegalArgumentException("not a JSON object");
    }

    /** Returns a writer of trees that converts simulated times to shown times. */
    static ObjectMapper writer(UnaryOperator<Instant> shown) {
        SimpleModule times = new SimpleModule().addSerializer(new StdSerializer<>(Instant.class) {
            private static final long serialVersionUID = 1L;

            @Override
            public void serialize(Instant time, JsonGenerator out, SerializerProvider provider) throws IOException {
                out.writeString(shown.apply(time).toString());
            }
        });
        return new ObjectMapper().registerModule(times);
    }

    static byte[] bytes(ObjectMapper writer, JsonNode tree) {
        try {
            return writer.writeValueAsBytes(tree);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
