package dev.sluice.adapter.api;

import java.util.Map;

/**
 * An HTTP response to send.
 *
 * @param headers response headers, including Content-Type
 */
public record ApiAnswer(int status, Map<String, String> headers, String body) {

    public ApiAnswer {
        headers = Map.copyOf(headers);
    }

    static ApiAnswer json(int status, String document) {
        return new ApiAnswer(
                status, Map.of("Content-Type", "application/json", "Cache-Control", "no-cache, private"), document);
    }

    /** Returns a response that must not be cached. */
    public static ApiAnswer uncached(int status, String contentType, String body) {
        return new ApiAnswer(status, Map.of("Content-Type", contentType, "Cache-Control", "no-store"), body);
    }

    public static ApiAnswer text(int status, String text) {
        return uncached(status, "text/plain; charset=utf-8", text);
    }
}
