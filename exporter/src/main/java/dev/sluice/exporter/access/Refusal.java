package dev.sluice.exporter.access;

import java.util.Locale;

/** Why a request is not answered. */
public enum Refusal {
    /** It says nothing of who asks. */
    NO_CREDENTIALS(401, "unauthorized: a token or a password is needed"),
    /** It says something that is not accepted. */
    WRONG_CREDENTIALS(401, "unauthorized: that token or password is not accepted"),
    /** Its connection shows no certificate. */
    NO_CERTIFICATE(403, "forbidden: a client certificate is needed");

    private final int status;
    private final String message;

    Refusal(int status, String message) {
        this.status = status;
        this.message = message;
    }

    /** The HTTP status of the answer. */
    public int status() {
        return status;
    }

    /** One line for who asks. */
    public String message() {
        return message;
    }

    /** As the metric's label has it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
