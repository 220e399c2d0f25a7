package dev.sluice.adapter.demand;

import java.util.Locale;

/** The failure of a request to an exporter. The same failure always has the same message. */
public final class ReadFailure extends Exception {

    private static final long serialVersionUID = 1;

    private final Kind kind;

    public enum Kind {
        /** The adapter had no connection, or the connection broke. */
        UNREACHABLE,
        /** No complete response by the deadline. */
        TIMEOUT,
        /** The exporter, or a proxy in front of the exporter, requires other credentials. */
        UNAUTHORIZED,
        /** A status that is not part of the contract. */
        UNEXPECTED_STATUS,
        /** The response is not the JSON of the contract. */
        UNDECODABLE,
        /** A version of the contract that this adapter does not support. */
        UNSUPPORTED_VERSION;

        /** Returns the spelling in metrics and log lines. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public ReadFailure(Kind kind, String message) {
        // Failures are normal in an outage; a stack trace would not help.
        super(message, null, false, false);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }

    public String message() {
        return String.valueOf(getMessage());
    }
}
