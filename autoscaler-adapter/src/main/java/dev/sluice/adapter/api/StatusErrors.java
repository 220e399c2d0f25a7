package dev.sluice.adapter.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Map;

/**
 * The error responses of the Kubernetes API: documents of kind Status. An HPA repeats the message of a Status in its
 * events. The responses never have a Retry-After header, because an HPA's client would wait and delay other HPAs.
 */
public final class StatusErrors {

    public static final int BAD_REQUEST = 400;
    public static final int UNAUTHORIZED = 401;
    public static final int FORBIDDEN = 403;
    public static final int NOT_FOUND = 404;
    public static final int METHOD_NOT_ALLOWED = 405;
    public static final int NOT_ACCEPTABLE = 406;
    public static final int INTERNAL_ERROR = 500;
    public static final int UNAVAILABLE = 503;

    private StatusErrors() {}

    public static ApiAnswer of(int code, String message) {
        return answer(code, status(code, message));
    }

    /** Returns a response with empty details, as Kubernetes' API servers do for requests without a known resource. */
    static ApiAnswer withoutDetails(int code, String message) {
        ObjectNode status = status(code, message);
        status.putObject("details");
        return answer(code, status);
    }

    /** Returns the response to a forbidden request without a resource. */
    public static ApiAnswer forbidden(String message) {
        return neverSniffed(withoutDetails(FORBIDDEN, message));
    }

    /**
     * Returns the response to a forbidden request for a resource.
     *
     * @param name name of the object; empty for all objects
     */
    public static ApiAnswer forbidden(String message, String name, String group, String resource) {
        ObjectNode status = status(FORBIDDEN, message);
        ObjectNode details = status.putObject("details");
        if (!name.isEmpty()) {
            details.put("name", name);
        }
        details.put("group", group).put("kind", resource);
        return neverSniffed(answer(FORBIDDEN, status));
    }

    /** Forbids content sniffing in browsers, because the message repeats text from an unauthorized client. */
    private static ApiAnswer neverSniffed(ApiAnswer answer) {
        Map<String, String> headers = new HashMap<>(answer.headers());
        headers.put("X-Content-Type-Options", "nosniff");
        return new ApiAnswer(answer.status(), headers, answer.body());
    }

    /** Returns a Status without its last members, the details and the code. */
    private static ObjectNode status(int code, String message) {
        ObjectNode status = JsonDocument.object("Status", "v1");
        status.putObject("metadata");
        return status.put("status", "Failure").put("message", message).put("reason", reason(code));
    }

    private static ApiAnswer answer(int code, ObjectNode status) {
        return ApiAnswer.json(code, JsonDocument.bytes(status.put("code", code)));
    }

    private static String reason(int code) {
        return switch (code) {
            case UNAUTHORIZED -> "Unauthorized";
            case FORBIDDEN -> "Forbidden";
            case NOT_FOUND -> "NotFound";
            case METHOD_NOT_ALLOWED -> "MethodNotAllowed";
            case NOT_ACCEPTABLE -> "NotAcceptable";
            case INTERNAL_ERROR -> "InternalError";
            case UNAVAILABLE -> "ServiceUnavailable";
            default -> "BadRequest";
        };
    }
}
