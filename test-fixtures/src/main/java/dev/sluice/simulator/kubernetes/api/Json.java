package dev.sluice.simulator.kubernetes.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Converts {@link Trees} to JSON text, and JSON text to {@link Trees}. The JSON text is one line, like the text of an
 * API server.
 */
public final class Json {
    private static final JsonFactory FACTORY = new JsonFactory();

    private Json() {}

    /**
     * Returns the text of a tree.
     *
     * @param shown converts simulated times to shown times
     */
    public static byte[] bytes(Map<String, Object> tree, UnaryOperator<Instant> shown) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(4096);
        try (JsonGenerator out = FACTORY.createGenerator(bytes)) {
            write(out, tree, shown);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    /** Returns the text of a tree, with times unchanged. */
    public static String text(Map<String, Object> tree) {
        return new String(bytes(tree, UnaryOperator.identity()), StandardCharsets.UTF_8);
    }

    private static void write(JsonGenerator out, Object value, UnaryOperator<Instant> shown) throws IOException {
        if (value instanceof Map<?, ?> map) {
            out.writeStartObject();
            for (Map.Entry<?, ?> member : map.entrySet()) {
                out.writeFieldName(member.getKey().toString());
                write(out, member.getValue(), shown);
            }
            out.writeEndObject();
        } else if (value instanceof List<?> list) {
            out.writeStartArray();
            for (Object item : list) {
                write(out, item, shown);
            }
            out.writeEndArray();
        } else if (value instanceof Instant time) {
            out.writeString(shown.apply(time).toString());
        } else if (value instanceof Number number) {
            out.writeNumber(number.longValue());
        } else if (value instanceof Boolean flag) {
            out.writeBoolean(flag);
        } else if (value == Trees.NULL) {
            out.writeNull();
        } else {
            out.writeString(value.toString());
        }
    }

    public static Map<String, Object> parse(byte[] text) throws IOException {
        try (JsonParser in = FACTORY.createParser(text)) {
            if (in.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("not a JSON object");
            }
            return object(in);
        }
    }

    /** Returns the tree of a JSON text that this program contains. */
    public static Map<String, Object> of(String text) {
        try {
            return parse(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException malformed) {
            throw new UncheckedIOException(malformed);
        }
    }

    private static Map<String, Object> object(JsonParser in) throws IOException {
        Map<String, Object> members = new LinkedHashMap<>();
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String key = in.currentName();
            members.put(key, value(in, in.nextToken()));
        }
        return Collections.unmodifiableMap(members);
    }

    private static Object value(JsonParser in, JsonToken token) throws IOException {
        return switch (token) {
            case START_OBJECT -> object(in);
            case START_ARRAY -> {
                List<Object> items = new ArrayList<>();
                for (JsonToken next = in.nextToken(); next != JsonToken.END_ARRAY; next = in.nextToken()) {
                    items.add(value(in, next));
                }
                yield Collections.unmodifiableList(items);
            }
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> Trees.NULL;
            case VALUE_NUMBER_INT -> in.getLongValue();
            case VALUE_NUMBER_FLOAT, VALUE_STRING -> in.getText();
            case NOT_AVAILABLE, END_OBJECT, END_ARRAY, FIELD_NAME, VALUE_EMBEDDED_OBJECT ->
                throw new IOException("the JSON ends too early");
        };
    }
}
