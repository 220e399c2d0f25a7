package dev.sluice.adapter.demand;

/**
 * Reports a response that violates the contract of {@code /api/v1/demand}; the message names the place in the response.
 */
public final class BadDemand extends Exception {

    private static final long serialVersionUID = 1;

    private final transient Failure failure;

    BadDemand(FailureKind kind, String message) {
        super(message);
        this.failure = new Failure(kind, message);
    }

    BadDemand(String message) {
        this(FailureKind.UNDECODABLE, message);
    }

    public Failure failure() {
        return failure;
    }
}
