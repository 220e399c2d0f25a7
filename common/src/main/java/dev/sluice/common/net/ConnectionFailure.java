package dev.sluice.common.net;

import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;

/**
 * Why no answer came over a connection, as far as every client tells it apart. Each has its own words for people.
 *
 * @param kind what has failed
 * @param reason the innermost cause in one line
 */
public record ConnectionFailure(Kind kind, String reason) {

    /** What has failed. */
    public enum Kind {
        /** Something took longer than it may. */
        LATE,
        /** The host name does not resolve. */
        UNRESOLVED,
        /** The peers do not agree on TLS, or one does not trust the other. */
        TLS,
        /** Nobody listens. */
        REFUSED,
        /** Anything else. */
        BROKEN
    }

    /** The failure that Vert.x or the system reports. */
    public static ConnectionFailure of(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String message = root.getMessage();
        return new ConnectionFailure(
                kind(failure, root), message == null ? root.getClass().getSimpleName() : message);
    }

    private static Kind kind(Throwable failure, Throwable root) {
        if (failure instanceof TimeoutException) {
            return Kind.LATE;
        }
        if (root instanceof UnknownHostException) {
            return Kind.UNRESOLVED;
        }
        if (failure instanceof SSLException || failure.getCause() instanceof SSLException) {
            return Kind.TLS;
        }
        return failure instanceof ConnectException || root instanceof ConnectException ? Kind.REFUSED : Kind.BROKEN;
    }
}
