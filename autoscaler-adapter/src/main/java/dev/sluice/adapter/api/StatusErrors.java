package dev.sluice.adapter.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Map;

/**
 * Errors as the Kubernetes API gives them: a document of kind Status, whose message an HPA repeats in its events. There is
 * never a Retry-After, because an HPA's client would wait for it and keep other HPAs waiting.
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

    /** The answer with that status and message. */
    public static ApiAnswer of(int code, String message) {
        return answer(code, status(code, message));
    }

    /** The same with empty details, as a real API server answers what concerns no resource that it knows. */
    static ApiAnswer withoutDetails(int code, String message) {
        ObjectNode status = status(code, message);
        status.putObject("details");
        return answer(code, status);
    }

    /** Somebody must not have what is no resource. */
    public static ApiAnswer forbidden(String message) {
        return neverSniffed(withoutDetails(FORBIDDEN, message));
    }

    /**
     * Somebody must not have a resource.
     *
     * @param name of the object; empty where it is about all
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

    /** These repeat what somebody without rights has sent. */
    private static ApiAnswer neverSniffed(ApiAnswer answer) {
        Map<String, String> headers = new HashMap<>(answer.headers());
        headers.put("X-Content-Type-Options", "nosniff");
        return new ApiAnswer(answer.status(), headers, answer.body());
    }

    /** All but the details and the code, which come last. */
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
