package dev.sluice.exporter.utilization;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.common.blocking.BlockingCall;
import dev.sluice.common.log.OutsideText;
import dev.sluice.common.net.ConnectionFailure;
import dev.sluice.common.net.SmallRequests;
import dev.sluice.common.tls.ClientTlsFiles;
import dev.sluice.exporter.derive.waste.GpuUse;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import io.vertx.ext.web.client.HttpResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
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
    private final UtilizationSettings prometheus;
    private final Context context;
    private final SmallRequests requests;
    private final BlockingCall<InetAddress> lookup;
    private final Optional<BlockingCall<Buffer>> token;
    private final ClientTlsFiles tlsFiles;

    private volatile Reading newest = new Reading(Map.of(), Instant.MIN);
    private volatile String problem = NOT_READ;
    private volatile boolean closed;

    /** A response of Prometheus, by cluster, and its time. */
    private record Reading(Map<String, Map<Long, GpuUse.OfJob>> byCluster, Instant at) {}

    public UtilizationReader(Vertx vertx, Clock clock, UtilizationSettings prometheus) {
        this.vertx = vertx;
        this.clock = clock;
        this.prometheus = prometheus;
        this.context = vertx.getOrCreateContext();
        this.requests = SmallRequests.onKeptConnections(vertx, new HttpClientOptions());
        this.lookup = BlockingCall.resolving(prometheus.host());
        this.token = prometheus.tokenFile().map(BlockingCall::reading);
        this.tlsFiles = new ClientTlsFiles(prometheus.files(), BlockingCall.DEADLINE);
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
        if (response.statusCode() != OK && !EXPLAINED.contains(response.statusCode())) {
            return Future.failedFuture(new IOException(url() + " answers HTTP " + response.statusCode()));
        }
        // A response can have megabytes, and the event loop also serves other readers.
        return vertx.executeBlocking(
                () -> UtilizationQuery.decode(response.body().getBytes()), false);
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
                : "no response from " + url() + ": "
                        + OutsideText.message(ConnectionFailure.of(failure).reason());
        if (!message.equals(problem)) {
            LOG.atWarn().addKeyValue("failure", message).log("utilization not known");
        }
        problem = message;
    }

    private String url() {
        return (prometheus.tls() ? "https://" : "http://") + prometheus.host() + ":" + prometheus.port()
                + prometheus.path();
    }

    private Future<RequestOptions> request() {
        RequestOptions request = new RequestOptions()
                .setMethod(HttpMethod.GET)
                .setHost(prometheus.host())
                .setPort(prometheus.port())
                .setURI(prometheus.path() + "/api/v1/query?query=" + URLEncoder.encode(UtilizationQuery.TEXT, UTF_8))
                .setSsl(prometheus.tls())
                .setConnectTimeout(DEADLINE.toMillis())
                .putHeader("Accept", "application/json");
        return withToken(request)
                .compose(unused -> prometheus.tls() ? withTls(request) : Future.succeededFuture(request))
                .compose(unused -> lookup.result(vertx))
                .map(address -> request.setServer(
                        SocketAddress.inetSocketAddress(new InetSocketAddress(address, prometheus.port()))));
    }

    private Future<RequestOptions> withToken(RequestOptions request) {
        return token.map(file -> file.result(vertx).<RequestOptions>compose(content -> {
                    String word = content.toString(UTF_8).strip();
                    // Checks the token before the request, because the HTTP client would quote an invalid header.
                    return !word.isEmpty() && word.chars().allMatch(c -> c > ' ' && c < 0x7f)
                            ? Future.succeededFuture(request.putHeader("Authorization", "Bearer " + word))
                            : Future.failedFuture(new IOException("the token file of prometheus.urlTokenFile is not"
                                    + " one word of ASCII characters"));
                }))
                .orElseGet(() -> Future.succeededFuture(request));
    }

    /** Applies the current PEM files. */
    private Future<RequestOptions> withTls(RequestOptions request) {
        return tlsFiles.read(vertx)
                .map(contents -> request.setSslOptions(
                        contents.options(prometheus.files().verifyHost())));
    }
}
