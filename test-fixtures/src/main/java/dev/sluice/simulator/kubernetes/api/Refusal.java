package dev.sluice.simulator.kubernetes.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;

/** A request that the API server refuses with a Status object. The messages are those of the real API server. */
final class Refusal extends Exception {
    private static final long serialVersionUID = 1L;
    private static final String TOO_OLD = "The provided continue parameter is too old to display a consistent list"
            + " result. You can start a new list without the continue parameter, or use the continue token in this"
            + " response to retrieve the remainder of the results. Continuing with the provided token results in an"
            + " inconsistent list - objects that were created, modified, or deleted between the time the first chunk"
            + " was returned and now may show up in the list.";

    private final int code;
    private final transient ObjectNode status;

    private Refusal(int code, String reason, String message, ObjectNode metadata, Optional<ObjectNode> details) {
        super(message);
        this.code = code;
        this.status = Trees.object(
                "kind",
                "Status",
                "apiVersion",
                "v1",
                "metadata",
                metadata,
                "status",
                "Failure",
                "message",
                message,
                "reason",
                Optional.of(reason).filter(text -> !text.isEmpty()),
                "details",
                details,
                "code",
                code);
    }

    /** An empty reason is omitted. */
    Refusal(int code, String reason, String message) {
        this(code, reason, message, Trees.object(), Optional.empty());
    }

    private Refusal(int code, String reason, String message, ObjectNode details) {
        this(code, reason, message, Trees.object(), Optional.of(details));
    }

    static Refusal badRequest(String message) {
        return new Refusal(400, "BadRequest", message);
    }

    static Refusal notFound(ApiRequest request) {
        String message = request.type().qualified() + " \"" + request.name() + "\" not found";
        return new Refusal(
                404, "NotFound", message, details(request, request.type().plural()));
    }

    static Refusal notAllowed() {
        String message = "the server does not allow this method on the requested resource";
        return new Refusal(405, "MethodNotAllowed", message, Trees.object());
    }

    static Refusal conflict(ApiRequest request) {
        String message = "Operation cannot be fulfilled on " + request.type().qualified() + " \"" + request.name()
                + "\": the object has been modified; please apply your changes to the latest version and try again";
        return new Refusal(
                409, "Conflict", message, details(request, request.type().plural()));
    }

    static Refusal negativeReplicas(ApiRequest request, long replicas) {
        String problem = "Invalid value: " + replicas + ": should be a non-negative integer";
        String kind = request.type().kind();
        ObjectNode details = details(request, kind);
        Trees.set(
                details,
                "",
                "causes",
                List.of(Trees.object("reason", "FieldValueInvalid", "message", problem, "field", ".spec.replicas")));
        String message = kind + "." + request.type().group() + " \"" + request.name()
                + "\" is invalid: .spec.replicas: " + problem;
        return new Refusal(422, "Invalid", message, details);
    }

    /** With the token in the failure, a client can continue with an inconsistent list. */
    static Refusal expiredPage(String freshToken) {
        return new Refusal(410, "Expired", TOO_OLD, Trees.object("continue", freshToken), Optional.empty());
    }

    /** Returns the object of a watch's error event. */
    static Refusal expiredWatch(long asked, long oldest) {
        return new Refusal(410, "Expired", "too old resource version: " + asked + " (" + oldest + ")");
    }

    /** A starting server sends this failure until it has read the roles. */
    static Refusal forbidden(String verb, ApiRequest request) {
        ResourceType type = request.type();
        String where = request.namespace().isEmpty()
                ? " at the cluster scope"
                : " in the namespace \"" + request.namespace() + "\"";
        String message = type.qualified() + " is forbidden: User \"jane\" cannot " + verb + " resource \""
                + type.plural() + "\" in API group \"" + type.group() + "\"" + where;
        return new Refusal(403, "Forbidden", message, Trees.object("kind", type.plural()));
    }

    static Refusal forbiddenPath(String path) {
        String message = "forbidden: User \"jane\" cannot get path \"" + path + "\"";
        return new Refusal(403, "Forbidden", message, Trees.object());
    }

    /** A starting server sends this failure for groups that it does not serve yet. */
    static Refusal notInstalled() {
        return new Refusal(
                503,
                "ServiceUnavailable",
                "the request has been made before all known HTTP paths have been installed, please try again");
    }

    /** A starting server sends this failure until it has read the objects. */
    static Refusal initializing() {
        return new Refusal(429, "TooManyRequests", "storage is (re)initializing", Trees.object("retryAfterSeconds", 1));
    }

    static String badVersion(String text) {
        return "resourceVersion: Invalid value: \"" + text + "\": strconv.ParseUint: parsing \"" + text
                + "\": invalid syntax";
    }

    private static ObjectNode details(ApiRequest request, String kind) {
        return Trees.object("name", request.name(), "group", request.type().group(), "kind", kind);
    }

    /** Returns the seconds that the client must wait; empty if the failure does not specify a time. */
    Optional<String> retryAfter() {
        return Optional.of(status.at("/details/retryAfterSeconds").asText()).filter(text -> !text.isEmpty());
    }

    int code() {
        return code;
    }

    ObjectNode status() {
        return status;
    }
}
