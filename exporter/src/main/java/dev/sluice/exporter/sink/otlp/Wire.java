package dev.sluice.exporter.sink.otlp;

import dev.sluice.common.blocking.BlockingCall;
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
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;
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
 * Posts to one receiver over Vert.x, which is here anyway and, unlike the JDK's client, shows the trailers that gRPC
 * needs. Blocks the thread that asks, never an event loop.
 */
final class Wire {

    /** More than any honest answer has. */
    private static final int LARGEST_ANSWER = 64 * 1024;

    private final OtlpSettings settings;
    private final Context context;
    private final HttpClientAgent client;
    private final TlsOptions tls;
    private final Vertx vertx;
    private final BlockingCall<InetAddress> lookup;

    Wire(Vertx vertx, OtlpSettings settings) {
        this.settings = settings;
        this.vertx = vertx;
        this.lookup = BlockingCall.resolving(settings.server().host());
        boolean grpc = settings.protocol() == OtlpSettings.Protocol.GRPC;
        this.context = vertx.getOrCreateContext();
        this.tls = new TlsOptions(settings.server().files(), grpc);
        this.client = vertx.createHttpClient(
                grpc
                        ? new HttpClientOptions()
                                .setProtocolVersion(HttpVersion.HTTP_2)
                                .setHttp2ClearTextUpgrade(false)
                        : new HttpClientOptions());
    }

    /**
     * Sends one request.
     *
     * @param path with the receiver's base path
     * @throws IOException where no whole answer came
     * @throws TimeoutException where none came in time
     */
    Answer post(String path, Map<String, String> headers, byte[] body)
            throws IOException, TimeoutException, InterruptedException {
        RequestOptions options = options(path, headers);
        Promise<Answer> answer = Promise.promise();
        var exchange = new Exchange(body);
        // On the context that the answer will come on: its handlers must be set before it does.
        context.runOnContext(unused -> Future.succeededFuture()
                .compose(none -> lookup.result(vertx))
                .compose(resolved -> client.request(options.setServer(
                        SocketAddress.inetSocketAddress(new InetSocketAddress(resolved, options.getPort())))))
                .compose(exchange::send)
                .onComplete(answer));
        try {
            return answer.future()
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(settings.timeout().toMillis(), TimeUnit.MILLISECONDS);
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
        OtlpSettings.Server server = settings.server();
        Duration timeout = settings.timeout();
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setHost(server.host())
                .setPort(server.port())
                .setURI(path)
                .setSsl(server.tls())
                .setConnectTimeout(timeout.toMillis());
        if (server.tls()) {
            options.setSslOptions(tls.current());
        }
        headers.forEach(options::putHeader);
        return options;
    }

    /** One request and its answer; used on the context alone. */
    private static final class Exchange {

        private final byte[] body;
        private Optional<HttpClientRequest> request = Optional.empty();
        private boolean abandoned;

        Exchange(byte[] body) {
            this.body = body;
        }

        Future<Answer> send(HttpClientRequest ready) {
            if (abandoned) {
                ready.reset();
                return Future.failedFuture("nobody waits any more");
            }
            request = Optional.of(ready);
            Future<Answer> answer = ready.response().compose(Wire::receive);
            // Where the body cannot be sent, there will be no answer, or one that says more.
            ready.end(Buffer.buffer(body));
            return answer;
        }

        void abandon() {
            abandoned = true;
            request.ifPresent(HttpClientRequest::reset);
        }
    }

    private static Future<Answer> receive(HttpClientResponse response) {
        Buffer body = Buffer.buffer();
        response.handler(chunk -> {
            int room = LARGEST_ANSWER - body.length();
            body.appendBuffer(chunk.length() <= room ? chunk : chunk.slice(0, Math.max(0, room)));
        });
        return response.end().map(unused -> {
            MultiMap headers = MultiMap.caseInsensitiveMultiMap().addAll(response.headers());
            headers.addAll(response.trailers());
            return new Answer(response.statusCode(), headers, body);
        });
    }
}
