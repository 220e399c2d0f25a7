package dev.sluice.exporter.poll;

import dev.sluice.common.log.OutsideText;
import dev.sluice.exporter.model.FailureKind;

/** A source gave no answer that can be used. The message is one line for people, without secrets or users' texts. */
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

    /** What was not even asked for, and may be asked for as soon as there is hope. */
    public static FetchFailure withoutRequest(FailureKind kind, String message) {
        return new FetchFailure(kind, message, false);
    }

    /** Whether there was a request. */
    boolean asked() {
        return asked;
    }

    public FailureKind kind() {
        return kind;
    }

    public String message() {
        String message = getMessage();
        return message == null ? kind.label() : message;
    }
}
