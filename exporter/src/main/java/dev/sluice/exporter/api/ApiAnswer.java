package dev.sluice.exporter.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.vertx.core.buffer.Buffer;
import java.util.Map;

/**
 * An HTTP response that has not been sent.
 *
 * @param headers headers that only this response has, including Content-Type
 */
record ApiAnswer(int status, Map<String, String> headers, Buffer body) {

    static ApiAnswer of(int status, String contentType, byte[] body) {
        return new ApiAnswer(status, Map.of("Content-Type", contentType), Buffer.buffer(body));
    }

    static ApiAnswer text(int status, String text) {
        return of(status, "text/plain; charset=utf-8", text.getBytes(UTF_8));
    }

    static ApiAnswer json(Object document) {
        return json(200, document);
    }

    static ApiAnswer json(int status, Object document) {
        return of(status, "application/json", JsonDocument.bytes(document));
    }

    static ApiAnswer error(int status, String message) {
        return json(status, Map.of("error", message));
    }
}
