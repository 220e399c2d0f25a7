package dev.sluice.exporter.kubernetes;

/** The way to the API server is not described well enough to try it; the message says what is missing, no secret. */
public final class AccessException extends Exception {

    private static final long serialVersionUID = 1;

    AccessException(String message) {
        super(message);
    }
}
