package dev.sluice.adapter.reader;

import dev.sluice.adapter.demand.Failure;
import dev.sluice.adapter.demand.FailureKind;

/** Reports a request without a usable response, with a readable reason. */
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
