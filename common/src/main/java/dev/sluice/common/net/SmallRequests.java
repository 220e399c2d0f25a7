package dev.sluice.common.net;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.ext.web.client.HttpResponse;
import io.vertx.ext.web.client.WebClient;
import io.vertx.ext.web.client.WebClientOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;

/**
 * Sends requests with small responses to one server, with Vert.x's WebClient. Uses one connection per request, so that
 * each request reaches the current replica and checks the current certificate. One deadline covers the preparation of a
 * request (files, host name), the connection, and the response to its last byte. Limits the size of a response. Does
 * not follow redirects. Used on one event loop.
 */
public final class SmallRequests {

    /** Maximum size of a response: enough for thousands of NodeSets. */
    public static final int MAX_BYTES = 4 << 20;

    private static final ClientSSLOptions NO_TLS = new ClientSSLOptions();
    private static final WebClientOptions WEB_CLIENT = new WebClientOptions().setUserAgentEnabled(false);

    private final Vertx vertx;
    private final Set<HttpClientAgent> open = ConcurrentHashMap.newKeySet();
    private final Set<HttpConnection> connected = ConcurrentHashMap.newKeySet();

    /** The response exceeds {@link #MAX_BYTES}. */
    public static final class AnswerTooLarge extends IOException {

        private static final long serialVersionUID = 1;

        AnswerTooLarge() {
            super("the response has more than " + (MAX_BYTES >> 20) + " MiB");
        }
    }

    public SmallRequests(Vertx vertx) {
        this.vertx = vertx;
    }

    /**
     * Returns the response, whatever its status. Fails with the failure of the preparation, with
     * {@link TimeoutException} after the deadline, with {@link AnswerTooLarge}, or with the failure of the connection
     * ({@link ConnectionFailure}).
     *
     * @param prepared request with server address and TLS options
     * @param body body of the request; empty for no body
     */
    public Future<HttpResponse<Buffer>> send(Duration deadline, Future<RequestOptions> prepared, Buffer body) {
        Promise<HttpResponse<Buffer>> answer = Promise.promise();
        long timer = vertx.setTimer(
                Math.max(1, deadline.toMillis()),
                unused ->
                        answer.tryFail(new TimeoutException("no full response within " + deadline.toSeconds() + " s")));
        answer.future().onComplete(unused -> vertx.cancelTimer(timer));
        prepared.onFailure(answer::tryFail).onSuccess(request -> {
            if (!answer.future().isComplete()) {
                exchange(request, body, answer);
            }
        });
        return answer.future();
    }

    /** Closes all connections; running requests fail. */
    public Future<Void> close() {
        // A client that is already shutting down would wait for its running requests.
        connected.forEach(HttpConnection::close);
        return Future.join(open.stream().map(HttpClientAgent::close).toList()).mapEmpty();
    }

    private void exchange(RequestOptions request, Buffer body, Promise<HttpResponse<Buffer>> answer) {
        HttpClientAgent client = client(request.getSslOptions() == null ? NO_TLS : request.getSslOptions());
        // WebClient cannot cancel a single request.
        answer.future().onComplete(unused -> client.shutdown(Duration.ZERO).onComplete(closed -> open.remove(client)));
        var sent = WebClient.wrap(client, WEB_CLIENT).request(request).as(LimitedBody::new);
        (body.length() == 0 ? sent.send() : sent.sendBuffer(body)).onComplete(answer::tryComplete, answer::tryFail);
    }

    private void connected(HttpConnection connection) {
        // The failed request already reports the broken connection; Vert.x would report the failure again in the log.
        connection.exceptionHandler(unused -> {});
        connected.add(connection);
        connection.closeHandler(unused -> connected.remove(connection));
    }

    private HttpClientAgent client(ClientSSLOptions tls) {
        HttpClientAgent client = vertx.httpClientBuilder()
                .with(new HttpClientOptions())
                .with(tls)
                .withConnectHandler(this::connected)
                .build();
        open.add(client);
        return client;
    }
}
