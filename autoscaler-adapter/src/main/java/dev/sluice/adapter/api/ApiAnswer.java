package dev.sluice.adapter.api;

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

    static ApiAnswer text(int status, byte[] body) {
        return new ApiAnswer(
                status, Map.of("Content-Type", "text/plain; charset=utf-8", "Cache-Control", "no-store"), body);
    }
}
