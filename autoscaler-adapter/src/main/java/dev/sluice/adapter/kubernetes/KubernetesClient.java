package dev.sluice.adapter.kubernetes;

import dev.sluice.adapter.kubernetes.KubernetesAccess.KeyPair;
import dev.sluice.adapter.kubernetes.KubernetesAccess.Secret;
import dev.sluice.common.blocking.BlockingCall;
import dev.sluice.common.tls.ClientTlsFiles;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.HostAndPort;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.parsetools.RecordParser;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Requests to one API server. Every future that it gives fails with a {@link KubernetesFailure}. */
public final class KubernetesClient {

    private static final int MAX_CONNECTIONS = 32;
    /** Whoever waits behind these would not be answered in time. */
    private static final int MAX_WAITING = 1024;
    /** Short, because a kept connection that the server has closed meanwhile fails the next request. */
    private static final int KEEP_ALIVE_SECONDS = 5;
    /** A ConfigMap or a Secret has at most one MiB. */
    private static final int MAX_BYTES = 4 << 20;

    private static final int OK = 200;
    private static final int NOT_OK = 300;
    private static final int INTERNAL_ERROR = 500;

    private final Vertx vertx;
    private final KubernetesAccess access;
    private final Duration deadline;
    private final HttpClient client;
    private final BlockingCall<InetAddress> lookup;
    private final Map<Path, BlockingCall<Buffer>> files = new ConcurrentHashMap<>();

    /**
     * A client that has sent nothing yet.
     *
     * @param deadline for everything but watches, from the first byte to the last
     */
    public KubernetesClient(Vertx vertx, KubernetesAccess access, Duration deadline) {
        this.vertx = vertx;
        this.access = access;
        this.deadline = deadline;
        this.lookup = BlockingCall.resolving(access.host(), BlockingCall.SHORT_DEADLINE);
        this.client = vertx.createHttpClient(
                new HttpClientOptions()
                        .setConnectTimeout((int) deadline.toMillis())
                        .setKeepAliveTimeout(KEEP_ALIVE_SECONDS)
                        .setTcpKeepAlive(true)
                        .setForceSni(access.serverName().isPresent()),
                new PoolOptions().setHttp1MaxSize(MAX_CONNECTIONS).setMaxWaitQueueSize(MAX_WAITING));
    }

    public Future<Void> close() {
        return client.close();
    }

    /** An object. */
    public Future<JsonObject> get(String path) {
        return exchange(HttpMethod.GET, path, "", Buffer.buffer());
    }

    /** What the server makes of an object that it is given. */
    public Future<JsonObject> post(String path, JsonObject body) {
        return exchange(HttpMethod.POST, path, "application/json", body.toBuffer());
    }

    /** Replaces an object. */
    public Future<JsonObject> put(String path, JsonObject body) {
        return exchange(HttpMethod.PUT, path, "application/json", body.toBuffer());
    }

    /** Changes the members that are given, after RFC 7396. */
    public Future<JsonObject> mergePatch(String path, JsonObject change) {
        return exchange(HttpMethod.PATCH, path, "application/merge-patch+json", change.toBuffer());
    }

    /**
     * Watches until the server ends it, which it is asked to do. An event of type ERROR is a failure.
     *
     * @param path with {@code watch=1} and {@code timeoutSeconds}
     * @param patience when to give up, should the server not end it
     * @param event gets each event, in order
     */
    public Future<Void> watch(String path, Duration patience, Consumer<JsonObject> event) {
        Future<HttpClientResponse> begun =
                options(HttpMethod.GET, path).compose(this::open).compose(HttpClientRequest::send);
        return begun.timeout(deadline.toMillis(), TimeUnit.MILLISECONDS)
                .onFailure(unused -> begun.onSuccess(late -> late.request().reset()))
                .compose(response -> {
                    long timer = vertx.setTimer(
                            patience.toMillis(), unused -> response.request().reset());
                    return events(response, event).onComplete(unused -> vertx.cancelTimer(timer));
                })
                .recover(failure ->
                        Future.failedFuture(failure instanceof TimeoutException ? late() : explained(failure)));
    }

    private static Future<Void> events(HttpClientResponse response, Consumer<JsonObject> event) {
        if (response.statusCode() != OK) {
            return response.body().compose(body -> Future.failedFuture(refusal(response.statusCode(), body)));
        }
        Promise<Void> ended = Promise.promise();
        RecordParser lines = RecordParser.newDelimited("\n", line -> {
            if (line.length() > 0 && !ended.future().isComplete()) {
                event(new JsonObject(line), event, ended);
            }
        });
        lines.maxRecordSize(MAX_BYTES);
        lines.exceptionHandler(ended::tryFail);
        response.handler(part -> {
            try {
                lines.handle(part);
            } catch (DecodeException | ClassCastException e) {
                ended.tryFail(KubernetesFailure.unanswered("the Kubernetes API server sent an event that is not JSON"));
            }
        });
        response.end().onComplete(unused -> ended.tryComplete(), ended::tryFail);
        return ended.future().onFailure(unused -> response.request().reset());
    }

    /** An API server that has begun to answer can say only so that it cannot go on. */
    private static void event(JsonObject event, Consumer<JsonObject> taker, Promise<Void> ended) {
        if (!"ERROR".equals(event.getValue("type"))) {
            taker.accept(event);
            return;
        }
        JsonObject status = Members.object(event, "object").orElseGet(JsonObject::new);
        int code = status.getValue("code") instanceof Integer number ? number : INTERNAL_ERROR;
        ended.tryFail(refusal(code, status.toBuffer()));
    }

    private Future<JsonObject> exchange(HttpMethod method, String path, String type, Buffer body) {
        return once(method, path, type, body)
                // A kept connection may have been closed meanwhile. All requests may be sent twice.
                .recover(failure -> failure instanceof KubernetesFailure
                        ? Future.failedFuture(failure)
                        : once(method, path, type, body))
                // From here on, because the wait for a connection counts, too.
                .timeout(deadline.toMillis(), TimeUnit.MILLISECONDS)
                .recover(failure ->
                        Future.failedFuture(failure instanceof TimeoutException ? late() : explained(failure)));
    }

    private Future<JsonObject> once(HttpMethod method, String path, String type, Buffer body) {
        return options(method, path)
                .map(options -> type.isEmpty() ? options : options.putHeader("Content-Type", type))
                .compose(this::open)
                .compose(request -> bounded(request, body))
                .compose(KubernetesClient::decoded);
    }

    private record Answer(int status, Buffer body) {}

    private Future<Answer> bounded(HttpClientRequest request, Buffer body) {
        Buffer received = Buffer.buffer();
        return request.send(body)
                .compose(response -> {
                    response.handler(part -> {
                        if (received.length() + part.length() > MAX_BYTES) {
                            request.reset();
                        } else {
                            received.appendBuffer(part);
                        }
                    });
                    return response.end().map(unused -> new Answer(response.statusCode(), received));
                })
                .timeout(deadline.toMillis(), TimeUnit.MILLISECONDS)
                .recover(failure -> {
                    request.reset();
                    return Future.failedFuture(failure instanceof TimeoutException ? late() : failure);
                });
    }

    private KubernetesFailure late() {
        return KubernetesFailure.unanswered(
                "the Kubernetes API server gave no whole answer within " + deadline.toSeconds() + " s");
    }

    private static Future<JsonObject> decoded(Answer answer) {
        if (answer.status() < OK || answer.status() >= NOT_OK) {
            return Future.failedFuture(refusal(answer.status(), answer.body()));
        }
        try {
            return Future.succeededFuture(new JsonObject(answer.body()));
        } catch (DecodeException | ClassCastException e) {
            return Future.failedFuture(
                    KubernetesFailure.unanswered("the Kubernetes API server answered with something else than JSON"));
        }
    }

    /** A Status says what is wrong; a proxy's page does not. */
    private static KubernetesFailure refusal(int status, Buffer body) {
        String said = "";
        try {
            JsonObject document = new JsonObject(body);
            said = document.getValue("message") instanceof String message ? ": " + message : "";
        } catch (DecodeException | ClassCastException e) {
            // The status alone, then.
        }
        return KubernetesFailure.answered(status, "the Kubernetes API server answered " + status + said);
    }

    private static KubernetesFailure explained(Throwable failure) {
        return failure instanceof KubernetesFailure known
                ? known
                : KubernetesFailure.unanswered(
                        "the Kubernetes API server cannot be reached: " + KubernetesFailure.describe(failure));
    }

    private Future<HttpClientRequest> open(RequestOptions options) {
        return client.request(options)
                .onSuccess(request -> access.serverName()
                        // That name is for TLS alone.
                        .ifPresent(unused -> request.authority(HostAndPort.create(access.host(), access.port()))));
    }

    private Future<RequestOptions> options(HttpMethod method, String path) {
        return lookup.result(vertx).compose(address -> options(method, path, address));
    }

    private Future<RequestOptions> options(HttpMethod method, String path, InetAddress address) {
        RequestOptions options = new RequestOptions()
                .setMethod(method)
                .setServer(SocketAddress.inetSocketAddress(new InetSocketAddress(address, access.port())))
                .setHost(access.serverName().orElse(access.host()))
                .setPort(access.port())
                .setSsl(access.tls())
                // To get a connection, from those that are there or a new one.
                .setConnectTimeout(deadline.toMillis())
                .setURI(access.path() + path)
                .putHeader("Accept", "application/json")
                .putHeader("User-Agent", "sluice-autoscaler-adapter");
        Future<RequestOptions> named = access.token()
                .map(token -> text(token).compose(word -> bearer(options, word.strip())))
                .orElseGet(() -> Future.succeededFuture(options));
        return access.tls() ? named.compose(unused -> tls()).map(options::setSslOptions) : named;
    }

    /** Checked here because the HTTP client, refusing such a header, would quote the token. */
    private static Future<RequestOptions> bearer(RequestOptions options, String word) {
        boolean oneWord = !word.isEmpty() && word.chars().allMatch(c -> c > ' ' && c < 0x7f);
        return oneWord
                ? Future.succeededFuture(options.putHeader("Authorization", "Bearer " + word))
                : Future.failedFuture(KubernetesFailure.unanswered("the token for the Kubernetes API is not one word"));
    }

    private Future<ClientSSLOptions> tls() {
        Future<Optional<Buffer>> ca = pem(access.authority().filter(unused -> access.verify()));
        Future<Optional<Buffer>> certificate = pem(access.certificate().map(KeyPair::certificate));
        Future<Optional<Buffer>> key = pem(access.certificate().map(KeyPair::key));
        return Future.all(ca, certificate, key)
                .map(unused -> new ClientTlsFiles.Contents(ca.result(), certificate.result(), key.result())
                        .options(access.verify())
                        .setTrustAll(!access.verify()));
    }

    private Future<Optional<Buffer>> pem(Optional<Secret> secret) {
        return secret.map(text -> text(text).map(pem -> Optional.of(Buffer.buffer(pem))))
                .orElseGet(() -> Future.succeededFuture(Optional.empty()));
    }

    private Future<String> text(Secret secret) {
        if (secret instanceof Secret.Fixed fixed) {
            return Future.succeededFuture(fixed.text());
        }
        Path file = ((Secret.InFile) secret).file();
        return files.computeIfAbsent(file, path -> BlockingCall.reading(path, BlockingCall.SHORT_DEADLINE))
                .result(vertx)
                .map(content -> content.toString(StandardCharsets.UTF_8))
                .recover(failure -> Future.failedFuture(KubernetesFailure.unanswered("the file " + file
                        + ", for the Kubernetes API, cannot be read" + BlockingCall.reason(failure))));
    }
}
