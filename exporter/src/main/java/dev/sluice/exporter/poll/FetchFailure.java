package dev.sluice.exporter.poll;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.OutsideText;

/** A source gave no answer that can be used. The message is one line for people, without secrets or users' texts. */
public final class FetchFailure extends Exception {

    private static final long serialVersionUID = 1;

    private final FailureKind kind;

    public FetchFailure(FailureKind kind, String message) {
        super(OutsideText.message(message), null, false, false);
        this.kind = kind;
    }

    public FailureKind kind() {
        return kind;
    }

    public String message() {
        String message = getMessage();
        return message == null ? kind.label() : message;
    }
}
