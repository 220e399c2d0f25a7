package dev.sluice.exporter.poll;

import dev.sluice.common.log.OutsideText;
import dev.sluice.exporter.model.FailureKind;
import java.util.Objects;

/**
 * A failed poll: the source gave no usable response. The message is one human-readable line without secrets or users'
 * texts.
 */
public final class FetchFailure extends Exception {

    private static final long serialVersionUID = 1;

    private final FailureKind kind;
    private final boolean asked;

    public FetchFailure(FailureKind kind, String message) {
        this(kind, message, true);
    }

    private FetchFailure(FailureKind kind, String message, boolean asked) {
        super(OutsideText.message(message), null, false, false);
        this.kind = kind;
        this.asked = asked;
    }

    /**
     * Returns the failure of a request that was not sent. After a recovery, the poller can retry the source
     * immediately.
     */
    public static FetchFailure withoutRequest(FailureKind kind, String message) {
        return new FetchFailure(kind, message, false);
    }

    /** Returns whether a request was sent. */
    boolean asked() {
        return asked;
    }

    public FailureKind kind() {
        return kind;
    }

    public String message() {
        return Objects.requireNonNull(getMessage());
    }
}
