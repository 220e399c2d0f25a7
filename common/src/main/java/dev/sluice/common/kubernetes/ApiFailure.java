package dev.sluice.common.kubernetes;

import java.time.Duration;
import java.util.Optional;

/** The failure of a request to the API server. Its message is one readable line without secrets. */
public final class ApiFailure extends Exception {

    private static final long serialVersionUID = 1;
    private static final int GONE = 410;

    private final Kind kind;
    private final Remedy remedy;
    private final transient Details details;

    /** The kind of failure. */
    public enum Kind {
        /** No connection, or a connection that broke before the end of the response. */
        UNREACHABLE,
        /** The response was incomplete at its deadline. */
        TIMEOUT,
        /** The credentials are unreadable or refused, or the account lacks a permission. */
        UNAUTHORIZED,
        /** The response has an error status that no other kind covers. */
        UNEXPECTED_STATUS,
        /** A successful response with an unexpected body. */
        UNDECODABLE,
        /** The response exceeds a limit. */
        TOO_LARGE
    }

    /** The action that a failure requires before a retry. */
    public enum Remedy {
        /** The request needs only a retry. */
        RETRY,
        /** The resource version is too old: list again. */
        RELIST,
        /** Another client has written the object: read the object again. */
        REREAD,
        /** The resource does not exist: discover the API groups again. */
        REDISCOVER,
        /** The account lacks a permission. */
        GRANT
    }

    /**
     * The details of a failure, for callers with their own messages.
     *
     * @param status HTTP status of an error response; 0 without a response
     * @param reason the server's text, or the reason for the missing response; may be empty
     * @param retryAfter delay that the server requests
     */
    public record Details(int status, String reason, Optional<Duration> retryAfter) {

        static final Details NONE = new Details(0, "", Optional.empty());
    }

    public ApiFailure(Kind kind, String message) {
        this(kind, Remedy.RETRY, message);
    }

    public ApiFailure(Kind kind, Remedy remedy, String message) {
        this(kind, remedy, message, Details.NONE);
    }

    ApiFailure(Kind kind, Remedy remedy, String message, Details details) {
        // Failures are normal in an outage; a stack trace would not help.
        super(message, null, false, false);
        this.kind = kind;
        this.remedy = remedy;
        this.details = details;
    }

    /** Returns the failure of a request without a response. */
    static ApiFailure unanswered(Kind kind, String message, String reason) {
        return new ApiFailure(kind, Remedy.RETRY, message, new Details(0, reason, Optional.empty()));
    }

    /** Returns the failure of a response that is not from an API server. */
    static ApiFailure notJson(String message) {
        return unanswered(Kind.UNDECODABLE, message, "something else than JSON");
    }

    /** Returns the failure that a running watch reports as an event of type ERROR. */
    public static ApiFailure watchEnded(int code, String reason) {
        boolean old = code == GONE;
        return new ApiFailure(
                Kind.UNEXPECTED_STATUS,
                old ? Remedy.RELIST : Remedy.RETRY,
                old
                        ? "the resource version of the watch is too old (410)"
                        : "the watch ended with an error of code " + code,
                new Details(code, reason, Optional.empty()));
    }

    /** Converts any failure to an ApiFailure. */
    public static ApiFailure of(Throwable failure) {
        return failure instanceof ApiFailure known
                ? known
                : new ApiFailure(
                        Kind.UNREACHABLE, "unforeseen " + failure.getClass().getSimpleName());
    }

    public Kind kind() {
        return kind;
    }

    public Remedy remedy() {
        return remedy;
    }

    public Details details() {
        return details;
    }

    public String message() {
        return String.valueOf(getMessage());
    }
}
