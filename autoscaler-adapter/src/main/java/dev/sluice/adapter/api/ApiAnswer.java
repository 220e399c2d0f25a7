package dev.sluice.adapter.api;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/**
 * An HTTP response to send. The error responses of the Kubernetes API are documents of kind Status; an HPA repeats the
 * message of a Status in its events. The responses never have a Retry-After header, because an HPA's client would wait
 * and delay other HPAs.
 *
 * @param headers response headers, including Content-Type
 */
public record ApiAnswer(int status, Map<String, String> headers, String body) {

    public static final int BAD_REQUEST = 400;
    public static final int UNAUTHORIZED = 401;
    public static final int NOT_FOUND = 404;
    public static final int METHOD_NOT_ALLOWED = 405;
    public static final int INTERNAL_ERROR = 500;
    public static final int UNAVAILABLE = 503;

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

    public static ApiAnswer error(int code, String message) {
        return json(code, document(code, message).toString());
    }

    /** Returns a response with empty details, as Kubernetes' API servers send it for an unknown resource. */
    static ApiAnswer errorWithoutResource(int code, String message) {
        ObjectNode document = document(code, message);
        document.putObject("details");
        return json(code, document.toString());
    }

    private static ObjectNode document(int code, String message) {
        ObjectNode document =
                JsonNodeFactory.instance.objectNode().put("kind", "Status").put("apiVersion", "v1");
        document.putObject("metadata");
        return document.put("status", "Failure")
                .put("message", message)
                .put("reason", reason(code))
                .put("code", code);
    }

    private static String reason(int code) {
        return switch (code) {
            case UNAUTHORIZED -> "Unauthorized";
            case NOT_FOUND -> "NotFound";
            case METHOD_NOT_ALLOWED -> "MethodNotAllowed";
            case INTERNAL_ERROR -> "InternalError";
            case UNAVAILABLE -> "ServiceUnavailable";
            default -> "BadRequest";
        };
    }
}
