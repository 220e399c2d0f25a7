package dev.sluice.adapter.demand;

/** The failure of a request to an exporter. The same failure always has the same message. */
public final class ReadFailure extends Exception {

    private static final long serialVersionUID = 1;

    private final FailureKind kind;

    public ReadFailure(FailureKind kind, String message) {
        // Failures are normal in an outage; a stack trace would not help.
        super(message, null, false, false);
        this.kind = kind;
    }

    public FailureKind kind() {
        return kind;
    }

    public String message() {
        return String.valueOf(getMessage());
    }
}
