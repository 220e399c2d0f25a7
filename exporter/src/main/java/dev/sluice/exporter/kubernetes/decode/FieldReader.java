package dev.sluice.exporter.kubernetes.decode;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.sluice.common.kubernetes.ApiFailure;
import dev.sluice.common.kubernetes.BodyReader;
import dev.sluice.exporter.json.JsonFormat;
import dev.sluice.exporter.json.UndecodableJson;
import dev.sluice.exporter.json.WantedMembers;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads wanted members from JSON while the bytes arrive. The JSON is one object, or a stream of objects from a watch.
 * Keeps only the values of the current object and document. Requires complete JSON, and the expected type (object, list or scalar) of each wanted value.
 */
public final class FieldReader implements BodyReader {

    /** Limits: etcd accepts objects up to 1.5 MB. Kubernetes accepts annotations up to 256 kB in total. */
    private static final JsonFormat FORMAT = new JsonFormat("the JSON of an API server", 500, 1 << 20, 1 << 16, false);

    /** Maximum size of an object, twice the API server's limit for a request body. */
    private static final int MAX_OBJECT = 6 << 20;
    /** Maximum number of wanted values of an object, far more than Kubernetes allows. Limits the memory. */
    private static final int MAX_VALUES = 20_000;

    private final FieldTree tree;
    private final FieldSink sink;
    private final JsonStream<ApiFailure> stream;
    private final JsonParser parser;

    /** The open wanted objects and lists, outermost first. */
    private final List<WantedMembers<KubeField>> open = new ArrayList<>();
    /** The values of the open element, object and document, innermost first. */
    private final Deque<ObjectFields> fields = new ArrayDeque<>();

    /** Number of wanted values of the current object so far. */
    private int values;

    /** The tree node of the next value; null if the value is not wanted. */
    private @Nullable WantedMembers<KubeField> next;

    private String key = "";
    private long bytes;
    /** Byte position at which the current object of a stream or item of a list began; -1 outside an object or item. */
    private long objectAt = -1;

    public FieldReader(FieldTree tree, FieldSink sink) {
        this.tree = tree;
        this.sink = sink;
        this.stream = new JsonStream<>(FORMAT, this::accept);
        this.parser = stream.parser();
    }

    @Override
    public void bytes(byte[] bytes, int length) throws ApiFailure {
        try {
            stream.feed(bytes, 0, length);
        } catch (UndecodableJson e) {
            throw failure(e);
        }
        this.bytes += length;
        if (objectAt >= 0 && this.bytes - objectAt > MAX_OBJECT) {
            throw new ApiFailure(
                    ApiFailure.Kind.TOO_LARGE, "the response has an object of more than " + MAX_OBJECT + " bytes");
        }
    }

    /** Checks after the last byte that the JSON is complete. */
    @Override
    public void end() throws ApiFailure {
        try {
            stream.end();
            if (!open.isEmpty() || stream.skipping()) {
                throw stream.cutOff();
            }
        } catch (UndecodableJson e) {
            throw failure(e);
        }
    }

    private static ApiFailure failure(UndecodableJson json) {
        return new ApiFailure(
                json.tooLarge() ? ApiFailure.Kind.TOO_LARGE : ApiFailure.Kind.UNDECODABLE, json.message());
    }

    private void accept(JsonToken token) throws IOException, ApiFailure, UndecodableJson {
        switch (token) {
            case FIELD_NAME -> {
                key = parser.currentName();
                next = open.get(open.size() - 1).member(key);
            }
            case START_OBJECT, START_ARRAY -> start(token);
            case END_OBJECT, END_ARRAY -> end(token);
            default -> scalar(token);
        }
    }

    private void start(JsonToken token) throws UndecodableJson {
        WantedMembers<KubeField> value = value();
        if (open.isEmpty() && token == JsonToken.START_ARRAY) {
            throw stream.undecodable();
        }
        if (value == null || !opens(value, token)) {
            stream.skip();
            return;
        }
        open.add(value);
        if (tree.stream() && open.size() == 1) {
            objectAt = bytes;
        }
        // The elements of a list have no names. The tree node of the list describes its elements.
        next = token == JsonToken.START_ARRAY ? value.element() : null;
        if (token == JsonToken.START_OBJECT) {
            startObject(value);
        }
    }

    private void startObject(WantedMembers<KubeField> value) {
        boolean document = open.size() == 1;
        boolean object = tree.isObject(value);
        if (document || object) {
            values = 0;
        }
        if (object && !tree.stream()) {
            objectAt = bytes;
        }
        if (document || object || value.field() != null) {
            fields.push(new ObjectFields());
        }
    }

    /**
     * Returns true if the container has wanted members. If the value should have another type, the object or list has
     * no wanted members and is an error.
     */
    private boolean opens(WantedMembers<KubeField> value, JsonToken token) throws UndecodableJson {
        if (!value.leaf() && (token == JsonToken.START_ARRAY) == (value.element() != null)) {
            return true;
        }
        KubeField field = value.field();
        if (field == null || !field.accepts(token)) {
            wrongType();
        }
        return false;
    }

    /** Outside the objects, a value of the wrong type could hide objects. Therefore, the response fails. */
    private void wrongType() throws UndecodableJson {
        if (objectAt < 0) {
            throw stream.undecodable();
        }
        fields.element().wrongType();
    }

    private void end(JsonToken token) throws ApiFailure {
        WantedMembers<KubeField> ended = open.remove(open.size() - 1);
        if (token == JsonToken.END_OBJECT) {
            endObject(ended);
        }
        // Inside a list, the next value is another element; inside an object, a name comes first.
        next = open.isEmpty() ? null : open.get(open.size() - 1).element();
    }

    private void endObject(WantedMembers<KubeField> ended) throws ApiFailure {
        KubeField field = ended.field();
        if (open.isEmpty()) {
            objectAt = -1;
            sink.document(fields.pop());
        } else if (tree.isObject(ended)) {
            objectAt = tree.stream() ? objectAt : -1;
            sink.object(fields.pop());
        } else if (field != null) {
            countValue();
            ObjectFields element = fields.pop();
            fields.element().add(field, element);
        }
    }

    private void countValue() throws ApiFailure {
        values++;
        if (values > MAX_VALUES) {
            throw new ApiFailure(
                    ApiFailure.Kind.TOO_LARGE, "the response has an object of more than " + MAX_VALUES + " values");
        }
    }

    private void scalar(JsonToken token) throws IOException, ApiFailure, UndecodableJson {
        if (open.isEmpty()) {
            throw stream.undecodable();
        }
        WantedMembers<KubeField> value = value();
        if (value == null || token == JsonToken.VALUE_NULL) {
            return;
        }
        KubeField field = value.field();
        if (value.leaf() && field != null && field.accepts(token)) {
            countValue();
            fields.element().put(field, key, parser.getText());
        } else {
            wrongType();
        }
    }

    private @Nullable WantedMembers<KubeField> value() {
        return open.isEmpty() ? tree.root() : next;
    }
}
