package dev.sluice.common.net;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import javax.net.ssl.SSLException;

/**
 * Detects after a failed request whether the server's scheme differs from the scheme of the URL: TLS on {@code http},
 * or plain HTTP on {@code https}. Opens one or two more connections, without credentials, if the failure does not show
 * the scheme.
 *
 * @param tls true if the URL has the scheme {@code https}
 */
public record WrongScheme(Vertx vertx, boolean tls) {

    private static final String SPEAKS_TLS = "speaks TLS: use https://";
    private static final String SPEAKS_HTTP = "speaks plain HTTP: use http://";

    private static final Duration DEADLINE = Duration.ofSeconds(2);
    private static final String REQUEST = "GET / HTTP/1.0\r\n\r\n";
    private static final String RESPONSE = "HTTP/";

    /**
     * Returns the end of a sentence about the server, or empty if the scheme is right or unknown. Never fails.
     *
     * @param why failure of a request without any response; a request that timed out must not have had a connection
     */
    public Future<Optional<String>> after(ConnectionFailure why, SocketAddress server) {
        return switch (why.kind()) {
            case PLAIN -> Future.succeededFuture(Optional.of(SPEAKS_HTTP));
            case CUT, LATE -> tls ? said(speaksOnlyHttp(server), SPEAKS_HTTP) : unknown();
            case BROKEN -> tls ? unknown() : said(speaksTls(server), SPEAKS_TLS);
            case UNRESOLVED, TLS, REFUSED -> unknown();
        };
    }

    /**
     * Like {@link #after}, for status 400 without JSON: many servers answer plain HTTP on a TLS port with this status.
     */
    public Future<Optional<String>> afterBadRequest(SocketAddress server) {
        return tls ? unknown() : said(speaksTls(server), SPEAKS_TLS);
    }

    private static Future<Optional<String>> unknown() {
        return Future.succeededFuture(Optional.empty());
    }

    private static Future<Optional<String>> said(Future<Boolean> speaks, String words) {
        return speaks.map(yes -> yes ? Optional.of(words) : Optional.<String>empty())
                .otherwise(Optional.empty());
    }

    /**
     * Trusts every certificate, because the connection is not used for a request. A TLS alert from the server also
     * proves that the server uses TLS.
     */
    private Future<Boolean> speaksTls(SocketAddress server) {
        return with(
                options().setSsl(true).setTrustAll(true).setHostnameVerificationAlgorithm(""),
                client -> client.connect(server).map(true).recover(WrongScheme::isAlert));
    }

    private static Future<Boolean> isAlert(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            String message = each.getMessage();
            if (each instanceof SSLException && message != null && message.contains("fatal alert")) {
                return Future.succeededFuture(true);
            }
        }
        return Future.succeededFuture(false);
    }

    /** Tests TLS first, because many TLS servers answer plain HTTP with an error. */
    private Future<Boolean> speaksOnlyHttp(SocketAddress server) {
        return speaksTls(server).compose(yes -> yes ? Future.succeededFuture(false) : speaksHttp(server));
    }

    private Future<Boolean> speaksHttp(SocketAddress server) {
        return with(options(), client -> client.connect(server).compose(this::answersHttp));
    }

    private Future<Boolean> answersHttp(NetSocket socket) {
        Promise<Boolean> answered = Promise.promise();
        Buffer received = Buffer.buffer();
        long timer = vertx.setTimer(DEADLINE.toMillis(), unused -> answered.tryComplete(false));
        socket.handler(part -> {
            received.appendBuffer(part);
            if (received.length() >= RESPONSE.length()) {
                answered.tryComplete(received.getString(0, RESPONSE.length()).equals(RESPONSE));
            }
        });
        socket.closeHandler(unused -> answered.tryComplete(false));
        socket.exceptionHandler(unused -> answered.tryComplete(false));
        socket.write(Buffer.buffer(REQUEST.getBytes(StandardCharsets.US_ASCII)));
        return answered.future().onComplete(unused -> vertx.cancelTimer(timer));
    }

    private Future<Boolean> with(NetClientOptions options, Function<NetClient, Future<Boolean>> question) {
        NetClient client = vertx.createNetClient(options);
        return question.apply(client).onComplete(unused -> client.close());
    }

    private static NetClientOptions options() {
        return new NetClientOptions()
                .setConnectTimeout((int) DEADLINE.toMillis())
                .setSslHandshakeTimeout(DEADLINE.toMillis())
                .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS);
    }
}
