package dev.sluice.adapter.demand;

/** An answer that is not what the contract of {@code /api/v1/demand} says; the message names the place in it. */
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
