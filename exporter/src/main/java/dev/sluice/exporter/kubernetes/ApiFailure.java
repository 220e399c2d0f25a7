package dev.sluice.exporter.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import dev.sluice.common.log.OutsideText;
import dev.sluice.common.net.ConnectionFailure;
import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.model.FailureKind;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletionException;

/** The failure of a request to the API server. Its message is one readable line without secrets. */
final class ApiFailure extends IOException {

    /** Also the status of a failed TLS handshake, because new certificates can help. */
    static final int UNAUTHORIZED = 401;

    static final int FORBIDDEN = 403;
    static final int NOT_FOUND = 404;
    /** The status of an outdated version, after which only a new list helps. */
    static final int GONE = 410;

    private static final long serialVersionUID = 1;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int MAX_RETRY_AFTER_SECONDS = 300;
    private static final int MAX_MESSAGE = 200;

    private final FailureKind kind;
    private final int status;
    private final Duration retryAfter;

    ApiFailure(FailureKind kind, String message) {
        this(kind, 0, message);
    }

    /** @param status HTTP status; 0 without a meaning for watches */
    ApiFailure(FailureKind kind, int status, String message) {
        this(kind, status, message, Duration.ZERO);
    }

    private ApiFailure(FailureKind kind, int status, String message, Duration retryAfter) {
        super(message);
        this.kind = kind;
        this.status = status;
        this.retryAfter = retryAfter;
    }

    static ApiFailure notJson() {
        return new ApiFailure(
                FailureKind.UNDECODABLE,
                "the response is not the JSON of an API server: is this a Kubernetes API server?");
    }

    /** Returns the failure of a request whose response did not arrive completely. */
    static ApiFailure of(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null
                && (cause instanceof CompletionException || cause.getClass().equals(IOException.class))) {
            cause = cause.getCause();
        }
        if (cause instanceof ApiFailure known) {
            return known;
        } else if (cause instanceof StreamConstraintsException) {
            return new ApiFailure(FailureKind.TOO_LARGE, "the response exceeds a limit of the JSON parser");
        } else if (cause instanceof JsonProcessingException || cause instanceof JsonTree.UnreadableValue) {
            return notJson();
        } else if (cause instanceof KubernetesClientException unsent) {
            return new ApiFailure(FailureKind.UNAUTHORIZED, String.valueOf(unsent.getMessage()));
        }
        ConnectionFailure why = ConnectionFailure.of(cause);
        return switch (why.kind()) {
            case LATE -> new ApiFailure(FailureKind.TIMEOUT, "no response in time");
            case UNRESOLVED -> unreachable("the API server's host name does not resolve");
            case PLAIN -> unreachable("the API server speaks plain HTTP, not TLS");
            case TLS, CUT ->
                new ApiFailure(
                        FailureKind.UNREACHABLE, UNAUTHORIZED, "TLS with the API server failed: " + why.reason());
            case REFUSED -> unreachable("no connection to the API server: " + why.reason());
            case BROKEN -> unreachable("the connection to the API server broke: " + why.reason());
        };
    }

    private static ApiFailure unreachable(String message) {
        return new ApiFailure(FailureKind.UNREACHABLE, message);
    }

    /**
     * Returns the failure of a request that the API server refused.
     *
     * @param answer the server's message; empty without one
     * @param retryAfter Retry-After header; empty without one
     */
    static ApiFailure refused(int status, String verb, Resource resource, String answer, String retryAfter) {
        String text = OutsideText.printable(answer).strip();
        String reason = text.length() > MAX_MESSAGE ? text.substring(0, MAX_MESSAGE) + "…" : text;
        String what = resource.words();
        String message = switch (status) {
            case UNAUTHORIZED -> "the API server rejects the credentials";
            case FORBIDDEN -> missingRight(verb, resource);
            case NOT_FOUND -> "the API server has no " + what;
            case GONE -> "the resource version of " + what + " is too old";
            case TOO_MANY_REQUESTS -> "the API server throttles " + verb + " " + what;
            default -> "";
        };
        return new ApiFailure(
                status == UNAUTHORIZED || status == FORBIDDEN
                        ? FailureKind.UNAUTHORIZED
                        : FailureKind.UNEXPECTED_STATUS,
                status,
                message.isEmpty()
                        ? "HTTP " + status + " to " + verb + " " + what + (reason.isEmpty() ? "" : ": " + reason)
                        : "HTTP " + status + ": " + message,
                Duration.ofSeconds(Math.min(KubeObject.wholeNumber(retryAfter).orElse(0), MAX_RETRY_AFTER_SECONDS)));
    }

    private static String missingRight(String verb, Resource resource) {
        return resource.equals(Resource.GROUPS)
                ? "Sluice's account may not get /apis, which the ClusterRole system:discovery allows"
                : "Sluice's account may not " + verb + " " + resource.words() + "; its role needs the verb \"" + verb
                        + "\" on \"" + resource.plural() + "\" of the API group \"" + resource.group() + "\"";
    }

    FailureKind kind() {
        return kind;
    }

    String message() {
        return String.valueOf(getMessage());
    }

    /** Returns the delay that the server requests; zero for none. */
    Duration retryAfter() {
        return retryAfter;
    }

    boolean is(int expected) {
        return status == expected;
    }
}
