package dev.sluice.adapter.reader;

import dev.sluice.adapter.demand.Failure;
import dev.sluice.adapter.demand.FailureKind;

/** An answer that did not come, with the reason for people. */
final class ReadFailure extends Exception {

    private static final long serialVersionUID = 1;

    private final transient Failure failure;

    ReadFailure(FailureKind kind, String message) {
        super(message);
        this.failure = new Failure(kind, message);
    }

    Failure failure() {
        return failure;
    }
}
