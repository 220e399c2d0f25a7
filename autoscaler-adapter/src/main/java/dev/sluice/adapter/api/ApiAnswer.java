package dev.sluice.adapter.api;

import java.util.Map;

/**
 * An HTTP answer before it is sent.
 *
 * @param headers headers of this answer, Content-Type among them unless there is no body
 * @param body not to be changed
 */
@SuppressWarnings("ArrayRecordComponent") // Written once, sent once; nobody compares answers.
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
