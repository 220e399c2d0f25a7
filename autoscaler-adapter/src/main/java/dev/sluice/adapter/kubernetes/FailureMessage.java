package dev.sluice.adapter.kubernetes;

import dev.sluice.common.kubernetes.ApiFailure;

/**
 * Formats failures for the adapter's responses. The messages name the API server, because responses mention other
 * servers too.
 */
public final class FailureMessage {

    private FailureMessage() {}

    /** Returns any failure as one line. */
    public static String of(Throwable failure) {
        if (failure instanceof ApiFailure known) {
            return of(known);
        }
        String message = failure.getMessage();
        return message == null ? failure.getClass().getSimpleName() : message;
    }

    private static String of(ApiFailure failure) {
        String reason = failure.details().reason();
        if (failure.details().status() > 0) {
            return "the Kubernetes API server answered " + failure.details().status()
                    + (reason.isEmpty() ? "" : ": " + reason);
        }
        if (reason.isEmpty()) {
            return failure.message();
        }
        return switch (failure.kind()) {
            case UNREACHABLE -> "the Kubernetes API server cannot be reached: " + reason;
            case UNDECODABLE -> "the Kubernetes API server answered with " + reason;
            case TIMEOUT -> "the Kubernetes API server gave " + reason;
            case UNAUTHORIZED, UNEXPECTED_STATUS, TOO_LARGE -> failure.message();
        };
    }
}
