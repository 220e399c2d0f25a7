package dev.sluice.common.net;

import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;

/**
 * The reason for a missing response, in the kinds that all clients distinguish. Each client has its own messages.
 *
 * @param kind kind of failure
 * @param reason innermost cause, on one line
 */
public record ConnectionFailure(Kind kind, String reason) {

    /** The kind of failure. */
    public enum Kind {
        /** A deadline passed. */
        LATE,
        /** The host name does not resolve. */
        UNRESOLVED,
        /** The TLS handshake failed, or one peer does not trust the other. */
        TLS,
        /** No process listens. */
        REFUSED,
        /** Any other failure. */
        BROKEN
    }

    /** Classifies a failure of Vert.x or the operating system. */
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
