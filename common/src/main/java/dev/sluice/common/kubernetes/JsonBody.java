package dev.sluice.common.kubernetes;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;

/** Reads small bodies: one JSON object, or one JSON object per line, as in the response to a watch. */
public final class JsonBody implements BodyReader {

    /** A ConfigMap or Secret has at most 1 MiB. */
    static final int MAX_BYTES = 4 << 20;

    private final boolean lines;
    private final int maxBytes;
    private final Receiver receiver;
    private Buffer received = Buffer.buffer();

    /** Receives the objects in order. */
    @FunctionalInterface
    public interface Receiver {
        /**
         * Receives the next object.
         *
         * @throws ApiFailure if the object reports a failure of the server
         */
        void accept(JsonObject object) throws ApiFailure;
    }

    private JsonBody(boolean lines, int maxBytes, Receiver receiver) {
        this.lines = lines;
        this.maxBytes = maxBytes;
        this.receiver = receiver;
    }

    /** Returns a reader for one object. */
    public static JsonBody whole(Receiver receiver) {
        return whole(MAX_BYTES, receiver);
    }

    /** Returns a reader for one object with its own size limit. */
    static JsonBody whole(int maxBytes, Receiver receiver) {
        return new JsonBody(false, maxBytes, receiver);
    }

    /** Returns a reader for one object per line. */
    public static JsonBody lines(Receiver receiver) {
        return new JsonBody(true, MAX_BYTES, receiver);
    }

    @Override
    public void bytes(byte[] chunk, int length) throws ApiFailure {
        int from = 0;
        for (int at = 0; lines && at < length; at++) {
            if (chunk[at] == '\n') {
                append(chunk, from, at - from);
                decode();
                from = at + 1;
            }
        }
        append(chunk, from, length - from);
    }

    private void append(byte[] chunk, int from, int length) throws ApiFailure {
        if (received.length() + length > maxBytes) {
            throw new ApiFailure(
                    ApiFailure.Kind.TOO_LARGE, "the response has an object of more than " + maxBytes + " bytes");
        }
        received.appendBytes(chunk, from, length);
    }

    @Override
    public void end() throws ApiFailure {
        if (!lines || received.length() > 0) {
            decode();
        }
    }

    private void decode() throws ApiFailure {
        Buffer text = received;
        received = Buffer.buffer();
        if (lines && text.length() == 0) {
            return;
        }
        receiver.accept(decoded(text));
    }

    private static JsonObject decoded(Buffer text) throws ApiFailure {
        try {
            return new JsonObject(text);
        } catch (DecodeException | ClassCastException e) {
            throw ApiFailure.notJson("the response is not the JSON of an API server");
        }
    }
}
