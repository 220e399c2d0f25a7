package dev.sluice.exporter.kubernetes;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.async.ByteArrayFeeder;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import dev.sluice.exporter.model.FailureKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads wanted members out of JSON as its bytes arrive: one object, or a stream of them as a watch sends. Holds nothing.
 * Lenient in what the objects hold, strict in that the JSON must be whole.
 */
final class JsonSkimmer {

    private static final int MAX_DEPTH = 500;
    /** etcd takes objects of 1.5 MB, and Kubernetes annotations of 256 kB in all. */
    private static final int MAX_STRING = 1 << 20;
    /** Twice what the API server takes as the body of a request. */
    private static final int MAX_OBJECT = 6 << 20;

    private static final JsonFactory FACTORY = new JsonFactoryBuilder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxStringLength(MAX_STRING)
                    .build())
            .build();

    private final FieldTree root;
    private final FieldSink sink;
    private final JsonParser parser;
    private final ByteArrayFeeder feeder;

    /** The wanted objects and lists that are open, outermost first. */
    private final List<FieldTree> open = new ArrayList<>();
    /** How many containers that nobody wants are open. */
    private int skipping;
    /** The member whose value comes next; null where nobody wants it. */
    private @Nullable FieldTree next;

    private String key = "";
    private int roots;
    private long bytes;
    /** Where the outermost object of a stream, or the item of a list, has begun; -1 outside of one. */
    private long objectAt = -1;

    JsonSkimmer(FieldTree root, FieldSink sink) {
        this.root = root;
        this.sink = sink;
        try {
            this.parser = FACTORY.createNonBlockingByteArrayParser();
        } catch (IOException e) {
            throw new IllegalStateException("no JSON parser", e);
        }
        this.feeder = (ByteArrayFeeder) parser.getNonBlockingInputFeeder();
    }

    /** Reads the next bytes; they may be overwritten afterwards. */
    void feed(byte[] bytes, int length) throws ApiFailure {
        try {
            feeder.feedInput(bytes, 0, length);
            drain();
        } catch (StreamConstraintsException e) {
            throw tooLarge("a text of more than " + MAX_STRING + " characters, or deeper nesting than " + MAX_DEPTH);
        } catch (IOException e) {
            throw undecodable();
        }
        this.bytes += length;
        if (objectAt >= 0 && this.bytes - objectAt > MAX_OBJECT) {
            throw tooLarge("an object of more than " + MAX_OBJECT + " bytes");
        }
    }

    /** Checks, after the last byte, that the JSON is whole; returns how many outermost objects there were. */
    int end() throws ApiFailure {
        try {
            feeder.endOfInput();
            drain();
        } catch (IOException e) {
            throw undecodable();
        }
        if (!open.isEmpty() || skipping > 0) {
            throw new ApiFailure(FailureKind.UNDECODABLE, "the answer ends before its JSON does");
        }
        return roots;
    }

    private void drain() throws IOException, ApiFailure {
        for (JsonToken token = parser.nextToken();
                token != null && token != JsonToken.NOT_AVAILABLE;
                token = parser.nextToken()) {
            accept(token);
        }
    }

    private void accept(JsonToken token) throws IOException, ApiFailure {
        if (skipping > 0) {
            if (token.isStructStart()) {
                skipping++;
            } else if (token.isStructEnd()) {
                skipping--;
            }
            return;
        }
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

    private void start(JsonToken token) throws ApiFailure {
        FieldTree value = value();
        if (open.isEmpty() && token == JsonToken.START_ARRAY) {
            throw undecodable();
        }
        if (value == null || value.leaf() || (token == JsonToken.START_ARRAY && value.element() == null)) {
            skipping = 1;
            return;
        }
        open.add(value);
        if (value.stream()) {
            objectAt = bytes;
        }
        // A list's elements have no name: they are what the list's own tree says.
        next = token == JsonToken.START_ARRAY ? value.element() : null;
        if (value.object() && token == JsonToken.START_OBJECT) {
            objectAt = root.stream() ? objectAt : bytes;
            sink.beginObject();
        }
    }

    private void end(JsonToken token) throws ApiFailure {
        FieldTree ended = open.remove(open.size() - 1);
        KubeField field = ended.field();
        if (token == JsonToken.END_OBJECT && ended.object()) {
            objectAt = root.stream() ? objectAt : -1;
            sink.endObject();
        }
        if (token == JsonToken.END_OBJECT && field != null) {
            sink.endElement(field);
        }
        if (open.isEmpty()) {
            roots++;
            objectAt = -1;
            sink.endRoot();
        } else {
            // Back in a list, the next value is an element again; in an object, a name comes first.
            next = open.get(open.size() - 1).element();
        }
    }

    private void scalar(JsonToken token) throws IOException, ApiFailure {
        if (open.isEmpty()) {
            throw undecodable();
        }
        FieldTree value = value();
        KubeField field = value == null ? null : value.field();
        if (field != null && value != null && value.leaf() && token != JsonToken.VALUE_NULL) {
            if (field.accepts(token)) {
                sink.value(field, key, parser.getText());
            } else {
                sink.wrongType(field);
            }
        }
    }

    private @Nullable FieldTree value() {
        return open.isEmpty() ? root : next;
    }

    private ApiFailure tooLarge(String what) {
        return new ApiFailure(FailureKind.TOO_LARGE, "the answer has " + what);
    }

    /** Says where, never what: an answer holds users' texts. */
    private ApiFailure undecodable() {
        return new ApiFailure(
                FailureKind.UNDECODABLE,
                "the answer is not the JSON of an API server, from byte "
                        + parser.currentLocation().getByteOffset() + " on");
    }
}
