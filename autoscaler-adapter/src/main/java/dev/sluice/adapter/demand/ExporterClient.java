package dev.sluice.adapter.demand;

import dev.sluice.common.blocking.BlockingCall;
import dev.sluice.common.demand.DemandReport.ClusterReport;
import dev.sluice.common.log.OutsideText;
import dev.sluice.common.net.ConnectionFailure;
import dev.sluice.common.net.ForeignAnswer;
import dev.sluice.common.tls.ClientTlsFiles;
import dev.sluice.common.tls.NamedFile;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Requests the demand of one exporter. Each request uses a new connection, so that the request reaches the current
 * replica and checks the current certificate.
 */
final class ExporterClient {

    private static final String PATH = "/api/v1/demand";
    private static final String CHECK_SCHEME = "check http:// or https:// in --exporter";
    /** Maximum size of a response: enough for thousands of NodeSets. */
    private static final int MAX_BYTES = 4 << 20;

    private static final int OK = 200;
    private static final int UNAVAILABLE = 503;
    private static final Set<Integer> UNAUTHORIZED = Set.of(401, 403);

    private final Vertx vertx;
    private final URI url;
    private final String host;
    private final ExporterReader.Access access;
    private final Duration deadline;
    private final BlockingCall<InetAddress> lookup;
    private final ClientTlsFiles tlsFiles;
    private final Optional<BlockingCall<Buffer>> tokenFile;

    private record Answer(int status, String location, Buffer body) {}

    ExporterClient(Vertx vertx, ExporterReader.Endpoint exporter, ExporterReader.Access access, Duration deadline) {
        this.vertx = vertx;
        this.url = exporter.url();
        // URI keeps the brackets of an IPv6 address.
        this.host = url.getHost().replaceFirst("^\\[(.*)]$", "$1");
        this.access = access;
        this.deadline = deadline;
        this.lookup = BlockingCall.resolving(host, BlockingCall.SHORT_DEADLINE);
        this.tlsFiles = new ClientTlsFiles(access.tls(), BlockingCall.SHORT_DEADLINE);
        this.tokenFile = access.tokenFile().map(file -> BlockingCall.reading(file, BlockingCall.SHORT_DEADLINE));
    }

    /** Returns the report on each cluster; fails with a {@link ReadFailure}. */
    Future<List<ClusterReport>> demand() {
        HttpClientAgent client = vertx.httpClientBuilder()
                .with(new HttpClientOptions().setKeepAlive(false))
                // The failed request already reports the broken connection; Vert.x would report the failure again.
                .withConnectHandler(connection -> connection.exceptionHandler(unused -> {}))
                .build();
        Future<Answer> answer = request()
                .compose(this::prepared)
                .compose(client::request)
                .compose(HttpClientRequest::send)
                .compose(ExporterClient::whole)
                .recover(ExporterClient::explain);
        // With the context, the deadline passes on the event loop.
        return Future.fromCompletionStage(answer.toCompletionStage(), vertx.getOrCreateContext())
                // One deadline covers files, host name, connection and the response to its last byte.
                .timeout(deadline)
                .recover(failure -> Future.failedFuture(
                        failure instanceof ReadFailure
                                ? failure
                                : new ReadFailure(
                                        ReadFailure.Kind.TIMEOUT,
                                        "no full response within " + deadline.toSeconds() + " s")))
                .onComplete(unused -> client.close())
                .compose(ExporterClient::decode);
    }

    private static Future<Answer> whole(HttpClientResponse response) {
        Buffer body = Buffer.buffer();
        Promise<Answer> whole = Promise.promise();
        String location = Optional.ofNullable(response.getHeader("Location")).orElse("");
        response.exceptionHandler(whole::tryFail)
                .endHandler(unused -> whole.tryComplete(new Answer(response.statusCode(), location, body)))
                .handler(part -> {
                    if (body.length() + part.length() <= MAX_BYTES) {
                        body.appendBuffer(part);
                    } else {
                        whole.tryFail(new ReadFailure(
                                ReadFailure.Kind.UNDECODABLE,
                                "the response has more than " + (MAX_BYTES >> 20) + " MiB"));
                    }
                });
        return whole.future();
    }

    private static <T> Future<T> explain(Throwable failure) {
        return Future.failedFuture(failure instanceof ReadFailure ? failure : explained(ConnectionFailure.of(failure)));
    }

    private static ReadFailure explained(ConnectionFailure why) {
        return switch (why.kind()) {
            case LATE -> new ReadFailure(ReadFailure.Kind.TIMEOUT, why.reason());
            case UNRESOLVED -> unreachable("the host name does not resolve");
            case PLAIN -> unreachable("the exporter speaks plain HTTP: use http:// in --exporter");
            case TLS, CUT -> unreachable("TLS failed: " + why.reason() + "; " + CHECK_SCHEME);
            case REFUSED -> unreachable("connection refused");
            case BROKEN -> unreachable("the connection broke: " + why.reason() + "; " + CHECK_SCHEME);
        };
    }

    private static ReadFailure unreachable(String message) {
        return new ReadFailure(ReadFailure.Kind.UNREACHABLE, message);
    }

    private Future<RequestOptions> request() {
        RequestOptions request = new RequestOptions()
                .setMethod(HttpMethod.GET)
                .setURI(url.getRawPath() + PATH)
                .putHeader("Accept", "application/json");
        if (access.tokenFile().isEmpty() || tokenFile.isEmpty()) {
            return Future.succeededFuture(request);
        }
        Path file = access.tokenFile().get();
        Future<Buffer> read = tokenFile
                .get()
                .result(vertx)
                .recover(failure -> Future.failedFuture(new ReadFailure(
                        ReadFailure.Kind.UNAUTHORIZED,
                        "the token file " + file + " cannot be read" + BlockingCall.reason(failure))));
        return read.compose(content -> {
            // While a token changes, an exporter accepts the token of every line in the same file.
            String token = content.toString(StandardCharsets.UTF_8)
                    .lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .findFirst()
                    .orElse("");
            return OutsideText.isOneWord(token)
                    ? Future.succeededFuture(request.putHeader("Authorization", "Bearer " + token))
                    : Future.failedFuture(new ReadFailure(
                            ReadFailure.Kind.UNAUTHORIZED,
                            "the first line of the token file " + file + " is not one word"));
        });
    }

    /** Adds the server's address and the TLS options, because either may have changed since the last request. */
    private Future<RequestOptions> prepared(RequestOptions request) {
        boolean encrypted = "https".equalsIgnoreCase(url.getScheme());
        int port = url.getPort() >= 0 ? url.getPort() : encrypted ? 443 : 80;
        request.setHost(host).setPort(port).setSsl(encrypted).setConnectTimeout(deadline.toMillis());
        Future<?> tls = encrypted
                ? tlsFiles.read(vertx).map(contents -> request.setSslOptions(contents.options()))
                : Future.succeededFuture();
        return tls.recover(ExporterClient::unreadable)
                .compose(unused -> lookup.result(vertx))
                .map(address ->
                        request.setServer(SocketAddress.inetSocketAddress(new InetSocketAddress(address, port))));
    }

    private static <T> Future<T> unreadable(Throwable failure) {
        if (!(failure instanceof NamedFile.Unusable file)) {
            return Future.failedFuture(failure);
        }
        return Future.failedFuture(new ReadFailure(
                file.key().equals(ClientTlsFiles.CA) ? ReadFailure.Kind.UNREACHABLE : ReadFailure.Kind.UNAUTHORIZED,
                "--exporter-" + file.key().replace("File", "") + ": " + file.getMessage()));
    }

    /**
     * Also decodes a response with status 503, because an exporter that publishes no demand sends the same document
     * with status 503.
     */
    private static Future<List<ClusterReport>> decode(Answer answer) {
        int status = answer.status();
        if (UNAUTHORIZED.contains(status)) {
            return Future.failedFuture(new ReadFailure(
                    ReadFailure.Kind.UNAUTHORIZED,
                    "HTTP " + status + ": check the exporters' token or client certificate"));
        }
        if (status != OK && status != UNAVAILABLE) {
            return Future.failedFuture(unexpected(answer));
        }
        try {
            return Future.succeededFuture(DemandReader.read(answer.body().getBytes()));
        } catch (ReadFailure e) {
            return Future.failedFuture(status == OK ? e : unexpected(answer));
        }
    }

    private static ReadFailure unexpected(Answer answer) {
        int status = answer.status();
        return new ReadFailure(
                ReadFailure.Kind.UNEXPECTED_STATUS,
                ForeignAnswer.of(status, answer.location(), "the exporter")
                        .map(foreign -> foreign + "; check --exporter")
                        .orElse("HTTP " + status));
    }
}
