package dev.sluice.adapter.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;

/**
 * An HTTP response to send.
 *
 * @param headers response headers, including Content-Type unless the body is empty
 * @param body response body, which must not be changed
 */
@SuppressWarnings("ArrayRecordComponent") // Written and sent once, never compared.
public record ApiAnswer(int status, Map<String, String> headers, byte[] body) {

    static final String JSON = "application/json";

    public ApiAnswer {
        headers = Map.copyOf(headers);
    }

    static ApiAnswer json(int status, byte[] body) {
        return new ApiAnswer(status, Map.of("Content-Type", JSON, "Cache-Control", "no-cache, private"), body);
    }

    /** Returns a response that must not be cached. */
    public static ApiAnswer uncached(int status, String contentType, byte[] body) {
        return new ApiAnswer(status, Map.of("Content-Type", contentType, "Cache-Control", "no-store"), body);
    }

    public static ApiAnswer text(int status, String text) {
        return uncached(status, "text/plain; charset=utf-8", text.getBytes(UTF_8));
    }
}
