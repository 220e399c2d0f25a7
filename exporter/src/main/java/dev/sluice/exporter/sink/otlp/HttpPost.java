package dev.sluice.exporter.sink.otlp;

import dev.sluice.common.blocking.BlockingCall;
import dev.sluice.common.tls.ClientTlsFiles;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Posts to one receiver over Vert.x, which is here anyway. Blocks the thread that posts, never an event loop. For one
 * thread.
 */
final class HttpPost {

    /** More than any honest response has. */
    private static final int MAX_RESPONSE_BYTES = 64 * 1024;

    private final OtlpSettings.Server server;
    private final Duration timeout;
    private final Vertx vertx;
    private final Context context;
    private final HttpClientAgent client;
    private final BlockingCall<InetAddress> lookup;
    private final ClientTlsFiles tlsFiles;
    private Optional<ClientTlsFiles.Contents> tlsContents = Optional.empty();
    private ClientSSLOptions tlsOptions = new ClientSSLOptions();

    HttpPost(Vertx vertx, OtlpSettings.Server server, Duration timeout) {
        this.server = server;
        this.timeout = timeout;
        this.vertx = vertx;
        this.context = vertx.getOrCreateContext();
        this.client = vertx.createHttpClient(new HttpClientOptions());
        this.lookup = BlockingCall.resolving(server.host());
        this.tlsFiles = new ClientTlsFiles(server.files(), BlockingCall.DEADLINE);
    }

    /**
     * What came back.
     *
     * @param content the beginning of the body
     */
    record Response(int status, MultiMap headers, Buffer content) {

        byte[] body() {
            return content.getBytes();
        }

        Optional<String> header(String name) {
            return Optional.ofNullable(headers.get(name));
        }
    }

    /**
     * Sends one request.
     *
     * @param path with the receiver's base path
     * @throws IOException where no whole response came
     * @throws TimeoutException where none came in time
     */
    Response send(String path, Map<String, String> headers, byte[] body)
            throws IOException, TimeoutException, InterruptedException {
        RequestOptions options = options(path, headers);
        Promise<Response> response = Promise.promise();
        var exchange = new Exchange(body);
        // On the context that the response will come on: its handlers must be set before it does.
        context.runOnContext(unused -> Future.succeededFuture()
                .compose(none -> lookup.result(vertx))
                .compose(resolved -> client.request(options.setServer(
                        SocketAddress.inetSocketAddress(new InetSocketAddress(resolved, options.getPort())))))
                .compose(exchange::send)
                .onComplete(response));
        try {
            return response.future()
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IOException(
                    Objects.requireNonNullElse(
                            cause.getMessage(), cause.getClass().getSimpleName()),
                    cause);
        } catch (TimeoutException | InterruptedException e) {
            context.runOnContext(unused -> exchange.abandon());
            throw e;
        }
    }

    Future<Void> close() {
        return client.close();
    }

    private RequestOptions options(String path, Map<String, String> headers) throws IOException {
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setHost(server.host())
                .setPort(server.port())
                .setURI(path)
                .setSsl(server.tls())
                .setConnectTimeout(timeout.toMillis());
        if (server.tls()) {
            options.setSslOptions(tlsOptions());
        }
        headers.forEach(options::putHeader);
        return options;
    }

    /** As the PEM files are now: the same object while they are the same, because connections are kept by it. */
    private ClientSSLOptions tlsOptions() throws IOException {
        Optional<ClientTlsFiles.Contents> now = Optional.of(tlsFiles.await());
        if (!now.equals(tlsContents)) {
            tlsOptions = now.get().options(server.files().verifyHost());
            tlsContents = now;
        }
        return tlsOptions;
    }

    /** One request and its response; used on the context alone. */
    private static final class Exchange {

        private final byte[] body;
        private Optional<HttpClientRequest> request = Optional.empty();
        private boolean abandoned;

        Exchange(byte[] body) {
            this.body = body;
        }

        Future<Response> send(HttpClientRequest ready) {
            if (abandoned) {
                ready.reset();
                return Future.failedFuture("nobody waits any more");
            }
            request = Optional.of(ready);
            Future<Response> response = ready.response().compose(HttpPost::receive);
            // Where the body cannot be sent, there will be no response, or one that says more.
            ready.end(Buffer.buffer(body));
            return response;
        }

        void abandon() {
            abandoned = true;
            request.ifPresent(HttpClientRequest::reset);
        }
    }

    private static Future<Response> receive(HttpClientResponse response) {
        Buffer body = Buffer.buffer();
        response.handler(chunk -> {
            int room = MAX_RESPONSE_BYTES - body.length();
            body.appendBuffer(chunk.length() <= room ? chunk : chunk.slice(0, Math.max(0, room)));
        });
        return response.end().map(unused -> new Response(response.statusCode(), response.headers(), body));
    }
}
