package dev.sluice.exporter.poll;

import dev.sluice.common.log.OutsideText;
import dev.sluice.exporter.model.FailureKind;
import java.io.IOException;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * A failed poll: the source gave no usable response. The message is one human-readable line without secrets or users'
 * texts.
 */
public final class FetchFailure extends IOException {

    private static final long serialVersionUID = 1;

    private final FailureKind kind;
    private final Origin origin;

    private enum Origin {
        REQUEST,
        NO_REQUEST,
        ABSENT_SOURCE
    }

    public FetchFailure(FailureKind kind, String message) {
        this(kind, message, Origin.REQUEST);
    }

    private FetchFailure(FailureKind kind, String message, Origin origin) {
        super(OutsideText.message(message));
        this.kind = kind;
        this.origin = origin;
    }

    /**
     * Returns the failure of a request that was not sent. After a recovery, the poller can retry the source
     * immediately.
     */
    public static FetchFailure withoutRequest(FailureKind kind, String message) {
        return new FetchFailure(kind, message, Origin.NO_REQUEST);
    }

    /**
     * Returns the failure of a source that the cluster does not have, or does not offer to the exporter. The exporter
     * rarely retries such a source. Counts as a failure of a source that has responded before.
     *
     * @param reason what is missing and how to make the source available
     */
    public static FetchFailure absent(String reason) {
        return new FetchFailure(FailureKind.UNEXPECTED_STATUS, reason, Origin.ABSENT_SOURCE);
    }

    public static FetchFailure undecodable(String message) {
        return new FetchFailure(FailureKind.UNDECODABLE, message);
    }

    public static FetchFailure tooLarge(String message) {
        return new FetchFailure(FailureKind.TOO_LARGE, message);
    }

    public FetchFailure withMessage(UnaryOperator<String> words) {
        return new FetchFailure(kind, words.apply(message()), origin);
    }

    boolean asked() {
        return origin != Origin.NO_REQUEST;
    }

    public boolean isAbsent() {
        return origin == Origin.ABSENT_SOURCE;
    }

    public FailureKind kind() {
        return kind;
    }

    public String message() {
        return Objects.requireNonNull(getMessage());
    }

    /** Omits the stack trace, because failures are part of normal operation. */
    @Override
    public Throwable fillInStackTrace() {
        return this;
    }
}
