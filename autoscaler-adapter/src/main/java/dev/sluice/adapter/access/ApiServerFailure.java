package dev.sluice.adapter.access;

/** The API server has not answered a request as expected. The message is one line for people, without secrets. */
final class ApiServerFailure extends Exception {

    private static final long serialVersionUID = 1;

    ApiServerFailure(String message) {
        // Failures are normal in an outage; a stack trace would not help.
        super(message, null, false, false);
    }

    String message() {
        return String.valueOf(getMessage());
    }
}
