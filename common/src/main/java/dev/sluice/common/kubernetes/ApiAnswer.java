package dev.sluice.common.kubernetes;

import dev.sluice.common.kubernetes.ApiFailure.Kind;
import dev.sluice.common.kubernetes.ApiFailure.Remedy;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Receives one response. Passes the body of a successful response to a reader, and turns any other response into a
 * failure.
 */
final class ApiAnswer {

    private static final int MAX_RETRY_AFTER_SECONDS = 300;
    private static final int MAX_ERROR_BYTES = 1 << 16;
    private static final int MAX_MESSAGE = 200;

    private final KubernetesRequest request;
    private final BodyReader body;
    private final Buffer error = Buffer.buffer();
    private int status;
    private boolean json;
    private Optional<Duration> retryAfter = Optional.empty();
    private long bytes;

    ApiAnswer(KubernetesRequest request, BodyReader body) {
        this.request = request;
        this.body = body;
    }

    KubernetesRequest request() {
        return request;
    }

    void head(int status, String contentType, @Nullable String retryAfter) {
        this.status = status;
        this.json = contentType.startsWith("application/json");
        this.retryAfter = retryAfter == null ? Optional.empty() : seconds(retryAfter);
    }

    /** Returns true for a successful response in JSON. */
    boolean good() {
        return success() && json;
    }

    void bytes(byte[] chunk, int length) throws ApiFailure {
        bytes += length;
        if (good()) {
            body.bytes(chunk, length);
        } else if (json && bytes <= MAX_ERROR_BYTES) {
            error.appendBytes(chunk, 0, length);
        }
    }

    long bytesReceived() {
        return bytes;
    }

    /** The status for a created object is 201. */
    private boolean success() {
        return status == 200 || status == 201;
    }

    /** Evaluates the complete response. */
    void end() throws ApiFailure {
        if (success() && !json) {
            throw ApiFailure.notJson("the response is not JSON: is this a Kubernetes API server?");
        }
        if (!success()) {
            throw refusal(status(error));
        }
        body.end();
    }

    private ApiFailure refusal(JsonObject said) {
        String text = said.getValue("message") instanceof String message
                ? message.replaceAll("\\p{Cntrl}+", " ").strip()
                : "";
        String reason = text.length() > MAX_MESSAGE ? text.substring(0, MAX_MESSAGE) + "…" : text;
        String says = reason.isEmpty() ? "" : ": " + reason;
        Optional<Duration> pause = retryAfter.or(() -> said.getValue("details") instanceof JsonObject details
                ? seconds(String.valueOf(details.getValue("retryAfterSeconds")))
                : Optional.empty());
        String what = request.resource().words();
        ApiFailure.Details details = new ApiFailure.Details(status, reason, pause);
        return switch (status) {
            case 401 -> refusal(Remedy.RETRY, "HTTP 401: the API server rejects the credentials", details);
            case 403 -> refusal(Remedy.GRANT, missingRight(), details);
            case 404 -> refusal(Remedy.REDISCOVER, "HTTP 404: the API server has no " + what, details);
            case 409 ->
                refusal(
                        Remedy.REREAD,
                        "HTTP 409 to " + request.verb() + " " + what + ": another client changed it first" + says,
                        details);
            case 410 -> refusal(Remedy.RELIST, "HTTP 410: the resource version of " + what + " is too old", details);
            case 429 ->
                refusal(
                        Remedy.RETRY,
                        "HTTP 429: the API server throttles " + request.verb() + " " + what + "",
                        details);
            default -> refusal(Remedy.RETRY, "HTTP " + status + " to " + request.verb() + " " + what + says, details);
        };
    }

    private ApiFailure refusal(Remedy remedy, String message, ApiFailure.Details details) {
        return new ApiFailure(
                status == 401 || status == 403 ? Kind.UNAUTHORIZED : Kind.UNEXPECTED_STATUS, remedy, message, details);
    }

    private String missingRight() {
        if (request.resource().plural().isEmpty()) {
            return "HTTP 403: Sluice's account may not get "
                    + request.resource().path() + ", which the ClusterRole system:discovery allows";
        }
        return "HTTP 403: Sluice's account may not " + request.verb() + " "
                + request.resource().words()
                + "; its role needs the verb \"" + request.verb() + "\" on \""
                + request.resource().plural() + "\" of the API group \""
                + request.resource().group() + "\"";
    }

    /** Decodes a Status object; returns an empty object for other content, such as a proxy's page. */
    private static JsonObject status(Buffer body) {
        try {
            return new JsonObject(body);
        } catch (DecodeException | ClassCastException e) {
            return new JsonObject();
        }
    }

    /** Reads only a number of seconds, because the API server never sends a date in the Retry-After header. */
    private static Optional<Duration> seconds(String text) {
        return text.matches("[0-9]{1,9}")
                ? Optional.of(Duration.ofSeconds(Math.min(Integer.parseInt(text), MAX_RETRY_AFTER_SECONDS)))
                : Optional.empty();
    }
}
