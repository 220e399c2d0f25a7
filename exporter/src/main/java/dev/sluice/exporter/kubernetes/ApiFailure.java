package dev.sluice.exporter.kubernetes;

import dev.sluice.exporter.model.FailureKind;
import java.time.Duration;
import java.util.Optional;

/** The API server gave no answer that can be used. The message is one line for people, without secrets. */
final class ApiFailure extends Exception {

    private static final long serialVersionUID = 1;

    /** What a failure calls for, beside being tried again. */
    enum Remedy {
        /** Nothing but patience. */
        RETRY,
        /** The version of the data that we have is too old: list anew. */
        RELIST,
        /** Somebody else has written what we wanted to write: read it again. */
        REREAD,
        /** Such objects do not exist here: see which do. */
        REDISCOVER,
        /** The credentials were refused: get new ones. */
        RENEW_CREDENTIALS,
        /** The account lacks a right. */
        GRANT
    }

    private final FailureKind kind;
    private final Remedy remedy;
    private final transient Optional<Duration> retryAfter;

    ApiFailure(FailureKind kind, String message) {
        this(kind, Remedy.RETRY, message, Optional.empty());
    }

    ApiFailure(FailureKind kind, Remedy remedy, String message, Optional<Duration> retryAfter) {
        super(message, null, false, false);
        this.kind = kind;
        this.remedy = remedy;
        this.retryAfter = retryAfter;
    }

    /** The failure as one of the API server. */
    static ApiFailure of(Throwable failure) {
        return failure instanceof ApiFailure known
                ? known
                : new ApiFailure(
                        FailureKind.UNREACHABLE,
                        "unforeseen " + failure.getClass().getSimpleName());
    }

    FailureKind kind() {
        return kind;
    }

    Remedy remedy() {
        return remedy;
    }

    /** How long the server asks to be left alone. */
    Optional<Duration> retryAfter() {
        return retryAfter;
    }

    String message() {
        String message = getMessage();
        return message == null ? kind.label() : message;
    }
}
