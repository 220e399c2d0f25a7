package dev.sluice.common.kubernetes;

import java.time.Duration;
import java.util.Optional;

/** The API server gave no answer that can be used. The message is one line for people, without secrets. */
public final class ApiFailure extends Exception {

    private static final long serialVersionUID = 1;
    private static final int GONE = 410;

    private final Kind kind;
    private final Remedy remedy;
    private final transient Details details;

    /** What has failed. */
    public enum Kind {
        /** No connection, or it broke before the answer was whole. */
        UNREACHABLE,
        /** The answer was not whole when its deadline passed. */
        TIMEOUT,
        /** Our credentials cannot be read or are not accepted, or the account lacks a right. */
        UNAUTHORIZED,
        /** Any other status that is not a success. */
        UNEXPECTED_STATUS,
        /** A success whose body is not what it should be. */
        UNDECODABLE,
        /** The answer holds more than is read of one answer. */
        TOO_LARGE
    }

    /** What a failure calls for, beside a retry. */
    public enum Remedy {
        /** Nothing but patience. */
        RETRY,
        /** The version of the data that we have is too old: list again. */
        RELIST,
        /** Another client has written what we wanted to write: read it again. */
        REREAD,
        /** Such objects do not exist here: see which do. */
        REDISCOVER,
        /** The account lacks a right. */
        GRANT
    }

    /**
     * What is known beside the message, for those who have words of their own.
     *
     * @param status the HTTP status of a refusal; 0 where the server did not refuse
     * @param reason what the server says, or why there is no answer; may be empty
     * @param retryAfter how long the server asks to be left alone
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
        // Met in the normal course of an outage: a trace would say nothing.
        super(message, null, false, false);
        this.kind = kind;
        this.remedy = remedy;
        this.details = details;
    }

    /** No answer came, and why. */
    static ApiFailure unanswered(Kind kind, String message, String reason) {
        return new ApiFailure(kind, Remedy.RETRY, message, new Details(0, reason, Optional.empty()));
    }

    /** An answer came, of another kind than an API server's. */
    static ApiFailure notJson(String message) {
        return unanswered(Kind.UNDECODABLE, message, "something else than JSON");
    }

    /** A watch that has begun can end with an event of type ERROR only. */
    public static ApiFailure watchEnded(int code, String reason) {
        boolean old = code == GONE;
        return new ApiFailure(
                Kind.UNEXPECTED_STATUS,
                old ? Remedy.RELIST : Remedy.RETRY,
                old
                        ? "the watch cannot go on from so old a version (410)"
                        : "the watch ended with an error of code " + code,
                new Details(code, reason, Optional.empty()));
    }

    /** The failure as one of the API server. */
    public static ApiFailure of(Throwable failure) {
        return failure instanceof ApiFailure known
                ? known
                : new ApiFailure(
                        Kind.UNREACHABLE, "unforeseen " + failure.getClass().getSimpleName());
    }

    /** What has failed. */
    public Kind kind() {
        return kind;
    }

    /** What to do. */
    public Remedy remedy() {
        return remedy;
    }

    /** What is known beside the message. */
    public Details details() {
        return details;
    }

    /** One line for people. */
    public String message() {
        return String.valueOf(getMessage());
    }
}
