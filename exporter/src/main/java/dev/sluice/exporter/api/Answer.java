package dev.sluice.exporter.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.exporter.api.document.JsonDocument;
import io.vertx.core.buffer.Buffer;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * An HTTP response that has not been sent.
 *
 * @param headers headers that only this response has, including Content-Type
 */
record Answer(int status, Map<String, String> headers, Body body) {

    private static final String CONTENT_TYPE = "Content-Type";

    /** The body of a response. */
    sealed interface Body {

        /** A complete body. */
        record Whole(Buffer bytes) implements Body {}

        /** A body that a worker thread creates in pieces during the transmission. */
        record Pieces(Supplier<Iterator<Buffer>> pieces) implements Body {}

        /** A response that a worker thread creates, because the computation visits every job. */
        record Search(Supplier<Answer> answer) implements Body {}
    }

    Answer(int status, Map<String, String> headers, Buffer body) {
        this(status, headers, new Body.Whole(body));
    }

    static Answer text(int status, String text) {
        return new Answer(status, Map.of(CONTENT_TYPE, "text/plain; charset=utf-8"), Buffer.buffer(text));
    }

    static Answer json(Object document) {
        return json(200, JsonDocument.bytes(document));
    }

    /** Returns the document, as JSON or as text for a terminal. */
    static Answer document(Object document, boolean text, Function<JsonNode, String> asText) {
        return text ? text(200, asText.apply(JsonDocument.tree(document))) : json(document);
    }

    static Answer json(int status, byte[] json) {
        return new Answer(status, Map.of(CONTENT_TYPE, "application/json"), Buffer.buffer(json));
    }

    static Answer json(int status, Supplier<Iterator<Buffer>> pieces) {
        return new Answer(status, Map.of(CONTENT_TYPE, "application/json"), new Body.Pieces(pieces));
    }

    /** Returns a response that a worker thread creates, because its creation takes too long for the event loop. */
    static Answer search(Supplier<Answer> answer) {
        return new Answer(0, Map.of(), new Body.Search(answer));
    }

    /**
     * Returns the error for a missing object.
     *
     * @param withheld reasons of clusters that withhold data and may have the object
     */
    static Answer missing(List<String> withheld, String missing) {
        return withheld.isEmpty() ? error(404, missing) : error(503, String.join("; ", withheld));
    }

    static Answer error(int status, String message) {
        var quoted = new StringBuilder("{\"error\":\"");
        JsonStringEncoder.getInstance().quoteAsString(message, quoted);
        return json(status, quoted.append("\"}").toString().getBytes(UTF_8));
    }
}
