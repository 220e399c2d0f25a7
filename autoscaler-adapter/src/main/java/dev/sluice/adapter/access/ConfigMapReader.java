package dev.sluice.adapter.access;

import dev.sluice.common.net.ConnectionFailure;
import io.fabric8.kubernetes.api.model.ConfigMap;
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
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Reads a ConfigMap, with the connections and credentials of fabric8's client. Each response has a deadline and a
 * maximum size, because an endless response would fill the memory.
 */
final class ConfigMapReader {

    private static final Duration DEADLINE = Duration.ofSeconds(5);
    /** Dozens of certificate authorities. */
    private static final int MAX_BYTES = 256 << 10;

    private static final String SERVER = "the Kubernetes API server ";

    private final Vertx vertx;
    private final HttpClient http;
    private final HttpRequest request;

    /**
     * @param path path of the ConfigMap, without a leading slash
     */
    ConfigMapReader(Vertx vertx, KubernetesClient client, String path) {
        this.vertx = vertx;
        this.http = client.getHttpClient();
        this.request = http.newHttpRequestBuilder()
                .uri(client.getMasterUrl() + path)
                .header("Accept", "application/json")
                .build();
    }

    /** Returns the ConfigMap; fails with an {@link IOException} whose message is one line without secrets. */
    Future<ConfigMap> read() {
        Body body = new Body();
        // The client reads the token file before it returns.
        return vertx.executeBlocking(() -> body.receive(http.consumeBytes(request, body::add)), false)
                .compose(Future::fromCompletionStage)
                .timeout(DEADLINE.toMillis(), TimeUnit.MILLISECONDS)
                .onFailure(unused -> body.cancel())
                .compose(body::configMap, failure -> failed(body.explained(failure)));
    }

    private static Future<ConfigMap> failed(String message) {
        return Future.failedFuture(new IOException(message));
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

        String explained(Throwable failure) {
            if (tooLarge) {
                return SERVER + "answered with more than " + MAX_BYTES + " bytes";
            }
            Throwable cause = failure;
            while (cause instanceof CompletionException && cause.getCause() != null) {
                cause = cause.getCause();
            }
            if (cause instanceof TimeoutException) {
                return SERVER + "gave no full response within " + DEADLINE.toSeconds() + " s";
            } else if (cause instanceof KubernetesClientException unsent && unsent.getCode() == 0) {
                return String.valueOf(unsent.getMessage());
            }
            return SERVER + "cannot be reached: " + ConnectionFailure.of(cause).reason();
        }

        Future<ConfigMap> configMap(int status) {
            boolean successful = HttpResponse.isSuccessful(status);
            try {
                if (successful) {
                    // The JSON null is no object.
                    return Future.succeededFuture(
                            Objects.requireNonNull(Serialization.unmarshal(bytes.toString(), ConfigMap.class)));
                }
                String message =
                        Serialization.unmarshal(bytes.toString(), Status.class).getMessage();
                return failed(SERVER + "answered " + status + (message == null ? "" : ": " + message));
            } catch (RuntimeException e) {
                return failed(SERVER + "answered " + (successful ? "with something else than an object" : status));
            }
        }
    }
}
