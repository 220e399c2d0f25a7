package dev.sluice.exporter.access;

import java.util.Locale;

/** The reason for refusing a request. */
public enum Refusal {
    NO_CREDENTIALS(401, "unauthorized: token or password required"),
    WRONG_CREDENTIALS(401, "unauthorized: wrong token or password"),
    NO_CERTIFICATE(403, "forbidden: client certificate required"),
    UNREADABLE_IDENTITY(400, "bad request: the proxy's headers with user and groups cannot be read");

    private final int status;
    private final String message;

    Refusal(int status, String message) {
        this.status = status;
        this.message = message;
    }

    public int status() {
        return status;
    }

    /** Returns one line of text for the client. */
    public String message() {
        return message;
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
