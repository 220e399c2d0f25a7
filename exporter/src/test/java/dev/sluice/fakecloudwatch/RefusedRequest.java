package dev.sluice.fakecloudwatch;

/** Thrown if a request violates a rule of CloudWatch. */
final class RefusedRequest extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient Refusal refusal;

    RefusedRequest(Refusal refusal) {
        super(refusal.message());
        this.refusal = refusal;
    }

    Refusal refusal() {
        return refusal;
    }
}
