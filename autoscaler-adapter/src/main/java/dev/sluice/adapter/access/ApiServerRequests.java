package dev.sluice.adapter.access;

import dev.sluice.common.net.ConnectionFailure;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Sends small requests to the API server, with the connections and credentials of fabric8's client. Each response has a
 * deadline and a maximum size, because an endless response would fill the memory.
 */
public final class ApiServerRequests implements Reviews.Sender {

    private static final Duration DEADLINE = Duration.ofSeconds(5);
    /** Ten times the response for a user with a thousand groups. */
    private static final int MAX_BYTES = 256 << 10;

    /** Limits the memory for endless responses. HPAs share a few users, so their reviews share a few requests. */
    private static final int MAX_RUNNING = 32;

    private static final String SERVER = "the Kubernetes API server ";

    private final Vertx vertx;
    private final HttpClient http;
    private final String root;
    private final AtomicInteger running = new AtomicInteger();

    public ApiServerRequests(Vertx vertx, KubernetesClient client) {
        this.vertx = vertx;
        this.http = client.getHttpClient();
        this.root = client.getMasterUrl().toString().replaceFirst("/$", "");
    }

    /** Returns an object; fails with {@link ApiServerFailure}. */
    <T> Future<T> get(String path, Class<T> type) {
        return send(http.newHttpRequestBuilder().uri(root + path), type);
    }

    @Override
    public <T extends HasMetadata> Future<T> create(T object, Class<T> type) {
        String path = "/apis/" + object.getApiVersion() + "/" + object.getPlural();
        return send(
                http.newHttpRequestBuilder().uri(root + path).post("application/json", Serialization.asJson(object)),
                type);
    }

    private <T> Future<T> send(HttpRequest.Builder request, Class<T> type) {
        if (running.incrementAndGet() > MAX_RUNNING) {
            running.decrementAndGet();
            return Future.failedFuture(new ApiServerFailure(SERVER + "has " + MAX_RUNNING + " requests to answer"));
        }
        Body body = new Body();
        HttpRequest prepared = request.header("Accept", "application/json").build();
        // The client reads the token file before it returns.
        return vertx.executeBlocking(() -> body.receive(http.consumeBytes(prepared, body::add)), false)
                .compose(Future::fromCompletionStage)
                .timeout(DEADLINE.toMillis(), TimeUnit.MILLISECONDS)
                .onComplete(unused -> running.decrementAndGet())
                .onFailure(unused -> body.cancel())
                .compose(status -> body.object(status, type), failure -> Future.failedFuture(body.explained(failure)));
    }

    /** The body of one response. */
    private static final class Body {

        private final Buffer bytes = Buffer.buffer();
        private volatile boolean tooLarge;
        private volatile Optional<AsyncBody> body = Optional.empty();
        private volatile CompletableFuture<HttpResponse<AsyncBody>> exchange = new CompletableFuture<>();

        /** Returns the status after the whole body. */
        CompletableFuture<Integer> receive(CompletableFuture<HttpResponse<AsyncBody>> sent) {
            exchange = sent;
            return sent.thenCompose(response -> {
                body = Optional.of(response.body());
                response.body().consume();
                return response.body().done().thenApply(unused -> response.code());
            });
        }

        void add(List<ByteBuffer> parts, AsyncBody source) {
            for (ByteBuffer part : parts) {
                byte[] more = new byte[part.remaining()];
                part.get(more);
                bytes.appendBytes(more);
            }
            tooLarge = bytes.length() > MAX_BYTES;
            if (tooLarge) {
                source.cancel();
            } else {
                source.consume();
            }
        }

        void cancel() {
            body.ifPresent(AsyncBody::cancel);
            exchange.cancel(true);
        }

        ApiServerFailure explained(Throwable failure) {
            if (tooLarge) {
                return new ApiServerFailure(SERVER + "answered with more than " + MAX_BYTES + " bytes");
            }
            Throwable cause = failure;
            while (cause instanceof CompletionException && cause.getCause() != null) {
                cause = cause.getCause();
            }
            if (cause instanceof TimeoutException) {
                return new ApiServerFailure(SERVER + "gave no full response within " + DEADLINE.toSeconds() + " s");
            } else if (cause instanceof KubernetesClientException unsent && unsent.getCode() == 0) {
                return new ApiServerFailure(String.valueOf(unsent.getMessage()));
            }
            return new ApiServerFailure(
                    SERVER + "cannot be reached: " + ConnectionFailure.of(cause).reason());
        }

        <T> Future<T> object(int status, Class<T> type) {
            try {
                if (HttpResponse.isSuccessful(status)) {
                    // The JSON null is no object.
                    return Future.succeededFuture(
                            Objects.requireNonNull(Serialization.unmarshal(bytes.toString(), type)));
                }
                String message =
                        Serialization.unmarshal(bytes.toString(), Status.class).getMessage();
                return Future.failedFuture(
                        new ApiServerFailure(SERVER + "answered " + status + (message == null ? "" : ": " + message)));
            } catch (RuntimeException e) {
                return Future.failedFuture(new ApiServerFailure(SERVER + "answered "
                        + (HttpResponse.isSuccessful(status) ? "with something else than an object" : status)));
            }
        }
    }
}
