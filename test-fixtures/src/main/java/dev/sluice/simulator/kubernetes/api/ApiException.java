package dev.sluice.simulator.kubernetes.api;

import static dev.sluice.simulator.kubernetes.api.Trees.member;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reports a request that the API server refuses with a Status object. The messages are those of the real API server.
 */
final class ApiException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int code;
    private final transient Map<String, Object> status;

    private ApiException(int code, String message, Map<String, Object> status) {
        super(message);
        this.code = code;
        this.status = status;
    }

    private static ApiException of(int code, String reason, String message) {
        return new ApiException(code, message, status(Trees.object(), code, reason, message));
    }

    private static ApiException of(int code, String reason, String message, Map<String, Object> details) {
        Map<String, Object> status = status(Trees.object(), code, reason, message);
        return new ApiException(code, message, Trees.with(Trees.with(status, "details", details), "code", code));
    }

    /** Returns the Status object; an empty reason is omitted. */
    private static Map<String, Object> status(Map<String, Object> metadata, int code, String reason, String message) {
        return Trees.object(
                member("kind", "Status"),
                member("apiVersion", "v1"),
                member("metadata", metadata),
                member("status", "Failure"),
                member("message", message),
                member("reason", present(reason)),
                member("code", code));
    }

    private static Optional<String> present(String text) {
        return Optional.of(text).filter(found -> !found.isEmpty());
    }

    /** Returns any other failure, such as a failure of etcd. */
    static ApiException other(int code, String reason, String message) {
        return of(code, reason, message);
    }

    static ApiException badRequest(String message) {
        return of(400, "BadRequest", message);
    }

    static ApiException notFound(ObjectKey key) {
        ResourceType type = key.type();
        String message = type.qualified() + " \"" + key.name() + "\" not found";
        return of(404, "NotFound", message, details(key, type.plural()));
    }

    static ApiException notAllowed() {
        return of(
                405,
                "MethodNotAllowed",
                "the server does not allow this method on the requested resource",
                Trees.object());
    }

    static ApiException alreadyExists(ObjectKey key) {
        String message = key.type().qualified() + " \"" + key.name() + "\" already exists";
        return of(409, "AlreadyExists", message, details(key, key.type().plural()));
    }

    static ApiException conflict(ObjectKey key) {
        String message = "Operation cannot be fulfilled on " + key.type().qualified() + " \"" + key.name()
                + "\": the object has been modified; please apply your changes to the latest version and try again";
        return of(409, "Conflict", message, details(key, key.type().plural()));
    }

    static ApiException unsupportedMediaType() {
        return of(
                415,
                "UnsupportedMediaType",
                "the body of the request was in an unknown format - accepted media types include:"
                        + " application/merge-patch+json");
    }

    static ApiException invalidReplicas(ObjectKey key, long replicas) {
        String problem = "Invalid value: " + replicas + ": should be a non-negative integer";
        String message = key.type().kind() + "." + key.type().group() + " \"" + key.name()
                + "\" is invalid: .spec.replicas: " + problem;
        Map<String, Object> cause = Trees.object(
                member("reason", "FieldValueInvalid"), member("message", problem), member("field", ".spec.replicas"));
        Map<String, Object> details = Trees.with(details(key, key.type().kind()), "causes", List.of(cause));
        return of(422, "Invalid", message, details);
    }

    static ApiException initialEventsForbidden() {
        return of(
                422,
                "Invalid",
                "ListOptions.meta.k8s.io \"\" is invalid: sendInitialEvents: Forbidden: sendInitialEvents is forbidden"
                        + " for watch unless the WatchList feature gate is enabled");
    }

    /**
     * Returns the failure for an expired page of a list. With the token in the failure, a client can continue with an
     * inconsistent list.
     */
    static ApiException expiredPage(String freshToken) {
        String message = "The provided continue parameter is too old to display a consistent list result. You can start"
                + " a new list without the continue parameter, or use the continue token in this response to retrieve"
                + " the remainder of the results. Continuing with the provided token results in an inconsistent list -"
                + " objects that were created, modified, or deleted between the time the first chunk was returned and"
                + " now may show up in the list.";
        return new ApiException(410, message, status(Trees.object("continue", freshToken), 410, "Expired", message));
    }

    /** Returns the object of a watch's error event. */
    static ApiException expiredWatch(long asked, long oldest) {
        return of(410, "Expired", "too old resource version: " + asked + " (" + oldest + ")");
    }

    /**
     * Returns the failure for an expired resource version. Servers send this failure for a list; some servers also send
     * this failure for a watch.
     */
    static ApiException expired() {
        return of(410, "Expired", "The resourceVersion for the provided list is too old.");
    }

    /** Returns the failure for a list at a future version. */
    static ApiException futureVersion(long asked, long current) {
        Map<String, Object> cause = Trees.object(
                member("reason", "ResourceVersionTooLarge"), member("message", "Too large resource version"));
        return of(
                504,
                "Timeout",
                "Timeout: Too large resource version: " + asked + ", current: " + current,
                Trees.object(member("causes", List.of(cause)), member("retryAfterSeconds", 1L)));
    }

    /**
     * Returns the failure for a missing permission. A starting server sends this failure to every user until the server
     * has read the roles.
     */
    static ApiException forbidden(String user, String verb, ApiRequest request) {
        ResourceType type = request.type();
        String where = request.namespace().isEmpty()
                ? " at the cluster scope"
                : " in the namespace \"" + request.namespace() + "\"";
        Optional<String> name = present(request.name());
        return of(
                403,
                "Forbidden",
                type.qualified() + name.map(text -> " \"" + text + "\"").orElse("") + " is forbidden: User \"" + user
                        + "\" cannot " + verb + " resource \"" + type.plural() + "\" in API group \"" + type.group()
                        + "\"" + where,
                Trees.object(
                        member("name", name), member("group", present(type.group())), member("kind", type.plural())));
    }

    /** Returns the failure for a non-resource path until a starting server has read the roles. */
    static ApiException forbiddenPath(String user, String path) {
        return of(
                403, "Forbidden", "forbidden: User \"" + user + "\" cannot get path \"" + path + "\"", Trees.object());
    }

    /** Returns the failure for groups that a starting server does not serve yet. */
    static ApiException notInstalled() {
        return of(
                503,
                "ServiceUnavailable",
                "the request has been made before all known HTTP paths have been installed, please try again");
    }

    /** Returns the failure for objects until a starting server has read the objects. */
    static ApiException initializing() {
        return of(429, "TooManyRequests", "storage is (re)initializing", Trees.object("retryAfterSeconds", 1L));
    }

    static ApiException badWatchVersion(String text) {
        return of(500, "", badVersion(text));
    }

    static ApiException badListVersion(String text) {
        return badRequest("invalid resource version: " + badVersion(text));
    }

    private static String badVersion(String text) {
        return "resourceVersion: Invalid value: \"" + text + "\": strconv.ParseUint: parsing \"" + text
                + "\": invalid syntax";
    }

    private static Map<String, Object> details(ObjectKey key, String kind) {
        return Trees.object(
                member("name", key.name()), member("group", key.type().group()), member("kind", kind));
    }

    /** Returns the seconds that the client must wait; empty if the failure does not specify a time. */
    Optional<Long> retryAfter() {
        return Trees.number(Trees.at(status, "details"), "retryAfterSeconds");
    }

    int code() {
        return code;
    }

    Map<String, Object> status() {
        return status;
    }
}
