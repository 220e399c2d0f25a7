package dev.sluice.exporter.utilization;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.common.blocking.BlockingCall;
import dev.sluice.common.log.OutsideText;
import dev.sluice.common.net.ConnectionFailure;
import dev.sluice.common.net.RemoteServer;
import dev.sluice.common.net.RequestPreparation;
import dev.sluice.common.net.SmallRequests;
import dev.sluice.common.net.TokenSyntax;
import dev.sluice.exporter.derive.waste.GpuUse;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.ext.web.client.HttpResponse;
import java.io.IOException;
import java.net.URLEncoder;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the utilization of all clusters' GPUs from one Prometheus each minute. A failure affects only the utilization.
 * {@link #of} is callable from any thread.
 */
public final class UtilizationReader {

    private static final Logger LOG = LoggerFactory.getLogger(UtilizationReader.class);

    private static final Duration PERIOD = Duration.ofMinutes(1);
    private static final Duration DEADLINE = Duration.ofSeconds(30);
    /** The utilization is a mean over one hour, so an age of some minutes changes it little. */
    private static final Duration MAX_AGE = Duration.ofMinutes(5);

    private static final int OK = 200;
    /** Prometheus explains these failures in JSON: a bad query, a query that it cannot evaluate, and a timeout. */
    private static final Set<Integer> EXPLAINED = Set.of(400, 422, 503);

    private static final String NOT_READ = "Prometheus has not been read yet";

    private final Vertx vertx;
    private final Clock clock;
    private final RemoteServer prometheus;
    private final Context context;
    private final SmallRequests requests;
    private final RequestPreparation preparation;
    private final Optional<BlockingCall<Buffer>> token;

    private volatile Reading newest = new Reading(Map.of(), Instant.MIN);
    private volatile String problem = NOT_READ;
    private volatile boolean closed;

    /** A response of Prometheus, by cluster, and its time. */
    private record Reading(Map<String, Map<Long, GpuUse.OfJob>> byCluster, Instant at) {}

    public UtilizationReader(Vertx vertx, Clock clock, UtilizationSettings settings) {
        this.vertx = vertx;
        this.clock = clock;
        this.prometheus = settings.server();
        this.context = vertx.getOrCreateContext();
        this.requests = SmallRequests.onKeptConnections(vertx);
        this.preparation = new RequestPreparation(vertx, prometheus, BlockingCall.DEADLINE);
        this.token = settings.tokenFile().map(BlockingCall::reading);
    }

    /** Starts to read. */
    public void start() {
        context.runOnContext(unused -> read());
    }

    public Future<Void> close() {
        closed = true;
        return requests.close();
    }

    /** Returns the utilization of a cluster's jobs; unknown if the newest response is too old. */
    public GpuUse of(String cluster) {
        Reading last = newest;
        if (last.at().equals(Instant.MIN) || clock.instant().isAfter(last.at().plus(MAX_AGE))) {
            return GpuUse.unknown(problem);
        }
        return new GpuUse(last.byCluster().getOrDefault(cluster, Map.of()), Optional.empty());
    }

    private void read() {
        requests.send(DEADLINE, request(), Buffer.buffer())
                .compose(this::decode)
                .onSuccess(this::succeeded)
                .onFailure(this::failed)
                .onComplete(unused -> {
                    if (!closed) {
                        vertx.setTimer(PERIOD.toMillis(), timer -> read());
                    }
                });
    }

    private Future<Map<String, Map<Long, GpuUse.OfJob>>> decode(HttpResponse<Buffer> response) {
        if (response.statusCode() != OK && !explains(response)) {
            return Future.failedFuture(new IOException(prometheus.url("") + " answers HTTP " + response.statusCode()));
        }
        // A response can have megabytes, and the event loop also serves other readers.
        return vertx.executeBlocking(
                () -> UtilizationQuery.decode(response.body().getBytes()), false);
    }

    /** A proxy before Prometheus may answer with the same status and a page. */
    private static boolean explains(HttpResponse<Buffer> response) {
        String type = Optional.ofNullable(response.getHeader("Content-Type")).orElse("");
        return EXPLAINED.contains(response.statusCode()) && type.startsWith("application/json");
    }

    private void succeeded(Map<String, Map<Long, GpuUse.OfJob>> byCluster) {
        if (!problem.equals(NOT_READ)) {
            LOG.info("utilization is known again");
        }
        newest = new Reading(byCluster, clock.instant());
        problem = NOT_READ;
    }

    private void failed(Throwable failure) {
        if (closed) {
            return;
        }
        String message = failure instanceof IOException && failure.getCause() == null
                ? OutsideText.message(String.valueOf(failure.getMessage()))
                : "no response from " + prometheus.url("") + ": "
                        + OutsideText.message(ConnectionFailure.of(failure).reason());
        if (!message.equals(problem)) {
            LOG.atWarn().addKeyValue("failure", message).log("utilization not known");
        }
        problem = message;
    }

    private Future<RequestOptions> request() {
        RequestOptions request = new RequestOptions()
                .setMethod(HttpMethod.GET)
                .setURI(prometheus.path() + "/api/v1/query?query=" + URLEncoder.encode(UtilizationQuery.TEXT, UTF_8))
                .putHeader("Accept", "application/json");
        return authorize(request).compose(unused -> preparation.prepare(request, DEADLINE));
    }

    private Future<RequestOptions> authorize(RequestOptions request) {
        return token.map(file -> file.result(vertx).<RequestOptions>compose(content -> {
                    String word = content.toString(UTF_8).strip();
                    return TokenSyntax.isOneWord(word)
                            ? Future.succeededFuture(request.putHeader("Authorization", "Bearer " + word))
                            : Future.failedFuture(new IOException("the token file of prometheus.urlTokenFile is not"
                                    + " one word of ASCII characters"));
                }))
                .orElseGet(() -> Future.succeededFuture(request));
    }
}
