package dev.sluice.adapter.reader;

import dev.sluice.adapter.config.ExporterAccess;
import dev.sluice.adapter.config.ExporterEndpoint;
import dev.sluice.adapter.demand.DemandReader;
import dev.sluice.adapter.demand.FailureKind;
import dev.sluice.adapter.demand.ReadFailure;
import dev.sluice.common.blocking.BlockingCall;
import dev.sluice.common.demand.ClusterReport;
import dev.sluice.common.net.ConnectionFailure;
import dev.sluice.common.net.ForeignAnswer;
import dev.sluice.common.net.RemoteServer;
import dev.sluice.common.net.RequestPreparation;
import dev.sluice.common.net.SmallRequests;
import dev.sluice.common.net.TokenSyntax;
import dev.sluice.common.tls.ClientTlsFiles;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.ext.web.client.HttpResponse;
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
    private static final int OK = 200;
    private static final int UNAVAILABLE = 503;
    private static final Set<Integer> UNAUTHORIZED = Set.of(401, 403);

    private final Vertx vertx;
    private final URI url;
    private final ExporterAccess access;
    private final Duration deadline;
    private final SmallRequests requests;
    private final RequestPreparation preparation;
    private final Optional<BlockingCall<Buffer>> tokenFile;

    ExporterClient(Vertx vertx, ExporterEndpoint exporter, ExporterAccess access, Duration deadline) {
        this.vertx = vertx;
        this.url = exporter.url();
        this.access = access;
        this.deadline = deadline;
        this.requests = new SmallRequests(vertx);
        this.tokenFile = access.tokenFile().map(file -> BlockingCall.reading(file, BlockingCall.SHORT_DEADLINE));
        this.preparation =
                new RequestPreparation(vertx, RemoteServer.of(url, access.tls()), BlockingCall.SHORT_DEADLINE);
    }

    Future<Void> close() {
        return requests.close();
    }

    /** Returns the report on each cluster; fails with a {@link ReadFailure}. */
    Future<List<ClusterReport>> demand() {
        return requests.send(deadline, request().compose(this::prepared), Buffer.buffer())
                .recover(this::explain)
                .compose(ExporterClient::decode);
    }

    private <T> Future<T> explain(Throwable failure) {
        if (failure instanceof ReadFailure) {
            return Future.failedFuture(failure);
        }
        if (failure instanceof SmallRequests.AnswerTooLarge) {
            return Future.failedFuture(new ReadFailure(FailureKind.UNDECODABLE, String.valueOf(failure.getMessage())));
        }
        return Future.failedFuture(explained(ConnectionFailure.of(failure)));
    }

    private static ReadFailure explained(ConnectionFailure why) {
        return switch (why.kind()) {
            case LATE -> new ReadFailure(FailureKind.TIMEOUT, why.reason());
            case UNRESOLVED -> unreachable("the host name does not resolve");
            case PLAIN -> unreachable("the exporter speaks plain HTTP: use http:// in --exporter");
            case TLS, CUT -> unreachable("TLS failed: " + why.reason() + "; " + CHECK_SCHEME);
            case REFUSED -> unreachable("connection refused");
            case BROKEN -> unreachable("the connection broke: " + why.reason() + "; " + CHECK_SCHEME);
        };
    }

    private static ReadFailure unreachable(String message) {
        return new ReadFailure(FailureKind.UNREACHABLE, message);
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
                .recover(failure -> unreadable(FailureKind.UNAUTHORIZED, "token", file, failure));
        return read.compose(content -> {
            // While a token changes, an exporter accepts the token of every line in the same file.
            String token = content.toString(StandardCharsets.UTF_8)
                    .lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .findFirst()
                    .orElse("");
            return TokenSyntax.isOneWord(token)
                    ? Future.succeededFuture(request.putHeader("Authorization", "Bearer " + token))
                    : Future.failedFuture(new ReadFailure(
                            FailureKind.UNAUTHORIZED, "the first line of the token file " + file + " is not one word"));
        });
    }

    private Future<RequestOptions> prepared(RequestOptions request) {
        return preparation.prepare(request, deadline).recover(failure -> {
            if (!(failure instanceof ClientTlsFiles.Unreadable file)) {
                return Future.failedFuture(failure);
            }
            return switch (file.part()) {
                case CA -> unreadable(FailureKind.UNREACHABLE, "CA", file.path(), file.why());
                case CERTIFICATE -> unreadable(FailureKind.UNAUTHORIZED, "certificate", file.path(), file.why());
                case KEY -> unreadable(FailureKind.UNAUTHORIZED, "key", file.path(), file.why());
            };
        });
    }

    private static <T> Future<T> unreadable(FailureKind kind, String what, Path file, Throwable cause) {
        return Future.failedFuture(new ReadFailure(
                kind, "the " + what + " file " + file + " cannot be read" + BlockingCall.reason(cause)));
    }

    /**
     * Also decodes a response with status 503, because an exporter that publishes no demand sends the same document
     * with status 503.
     */
    private static Future<List<ClusterReport>> decode(HttpResponse<Buffer> answer) {
        int status = answer.statusCode();
        if (UNAUTHORIZED.contains(status)) {
            return Future.failedFuture(new ReadFailure(
                    FailureKind.UNAUTHORIZED, "HTTP " + status + ": check the exporters' token or client certificate"));
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

    private static ReadFailure unexpected(HttpResponse<Buffer> answer) {
        int status = answer.statusCode();
        String location = Optional.ofNullable(answer.getHeader("Location")).orElse("");
        return new ReadFailure(
                FailureKind.UNEXPECTED_STATUS,
                ForeignAnswer.of(status, location, "the exporter")
                        .map(foreign -> foreign + "; check --exporter")
                        .orElse("HTTP " + status));
    }
}
