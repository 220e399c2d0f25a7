package dev.sluice.common.net;

import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;

/**
 * The reason why a response is missing. All clients distinguish the same kinds, but each client has its own messages.
 *
 * @param kind kind of failure
 * @param reason innermost cause, on one line
 */
public record ConnectionFailure(Kind kind, String reason) {

    public enum Kind {
        /** A deadline passed before the response. */
        LATE,
        /** The host name does not resolve. */
        UNRESOLVED,
        /** The TLS handshake failed, or a peer does not trust the other peer. */
        TLS,
        /** The server answered the TLS handshake without TLS. */
        PLAIN,
        /** The server closed the connection during the TLS handshake, or sent nothing. */
        CUT,
        /** No process listens on the port. */
        REFUSED,
        /** The failure has a cause that no other kind covers. */
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
        if (root instanceof NotSslRecordException) {
            return Kind.PLAIN;
        }
        if (failure instanceof SSLException || failure.getCause() instanceof SSLException) {
            return root instanceof ClosedChannelException || root instanceof SslHandshakeTimeoutException
                    ? Kind.CUT
                    : Kind.TLS;
        }
        return failure instanceof ConnectException || root instanceof ConnectException ? Kind.REFUSED : Kind.BROKEN;
    }
}
