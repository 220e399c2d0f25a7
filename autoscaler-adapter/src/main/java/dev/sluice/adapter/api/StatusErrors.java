package dev.sluice.adapter.api;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The error responses of the Kubernetes API: documents of kind Status. An HPA repeats the message of a Status in its
 * events. The responses never have a Retry-After header, because an HPA's client would wait and delay other HPAs.
 */
public final class StatusErrors {

    public static final int BAD_REQUEST = 400;
    public static final int UNAUTHORIZED = 401;
    public static final int NOT_FOUND = 404;
    public static final int METHOD_NOT_ALLOWED = 405;
    public static final int INTERNAL_ERROR = 500;
    public static final int UNAVAILABLE = 503;

    private StatusErrors() {}

    public static ApiAnswer of(int code, String message) {
        return ApiAnswer.json(code, status(code, message).toString());
    }

    /** Returns a response with empty details, as Kubernetes' API servers send it for an unknown resource. */
    static ApiAnswer withoutResource(int code, String message) {
        ObjectNode status = status(code, message);
        status.putObject("details");
        return ApiAnswer.json(code, status.toString());
    }

    private static ObjectNode status(int code, String message) {
        ObjectNode status =
                JsonNodeFactory.instance.objectNode().put("kind", "Status").put("apiVersion", "v1");
        status.putObject("metadata");
        return status.put("status", "Failure")
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
