package dev.sluice.adapter.keda;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.adapter.demand.ClusterDemand;
import dev.sluice.adapter.demand.Demand;
import dev.sluice.adapter.demand.DemandSamples;
import dev.sluice.adapter.demand.NodeSets;
import dev.sluice.adapter.metrics.MetricLookup;
import dev.sluice.adapter.telemetry.AdapterMetrics;
import dev.sluice.common.demand.NodeSetReport;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.KeyCertOptions;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.function.Executable;

/** A server for KEDA's calls, the demand of the server, and a client. */
final class KedaRig implements AutoCloseable {

    static final Map<String, String> GPU = Map.of("scalerAddress", "sluice:9090", "nodeset", "gpu");

    private final Vertx vertx = Vertx.vertx();
    private volatile Demand demand = research(12);
    private final MetricLookup lookup = new MetricLookup(() -> demand, Map.of(), BigDecimal.ZERO);
    private final AdapterMetrics metrics = new AdapterMetrics(List.of(), () -> demand, lookup, "1.2.3");
    private final KedaServer server = new KedaServer(vertx, "127.0.0.1", 0, Optional.empty(), lookup, metrics);
    private final int port = done(server.start());
    private final KedaClient client = KedaClient.of(port);

    Vertx vertx() {
        return vertx;
    }

    int port() {
        return port;
    }

    KedaClient client() {
        return client;
    }

    /** Starts another server with the same demand and with TLS. Returns the port of this server. */
    int secure(KeyCertOptions certificate) {
        AdapterMetrics own = new AdapterMetrics(List.of(), () -> demand, lookup, "1.2.3");
        return done(new KedaServer(vertx, "127.0.0.1", 0, Optional.of(certificate), lookup, own).start());
    }

    void know(Demand news) {
        demand = news;
    }

    String exposed() {
        return metrics.encode("").body();
    }

    @Override
    public void close() {
        client.close();
        var unused = done(vertx.close());
    }

    static <T> T done(Future<T> future) {
        return future.toCompletionStage()
                .toCompletableFuture()
                .orTimeout(60, TimeUnit.SECONDS)
                .join();
    }

    static Status refusal(Executable call) {
        return Objects.requireNonNull(catchThrowableOfType(StatusRuntimeException.class, call::execute))
                .getStatus();
    }

    static Demand research(long desired) {
        return demand(trusted("research", nodeSet("gpu", "NodeSet", desired)));
    }

    static Demand demand(ClusterDemand... clusters) {
        return new Demand(List.of(clusters), List.of());
    }

    static NodeSetReport nodeSet(String name, String kind, long desired) {
        return DemandSamples.nodeSet("slurm", name, kind, "slinky.slurm.net/v1beta1", desired, 0);
    }

    static ClusterDemand trusted(String cluster, NodeSetReport... nodeSets) {
        return new ClusterDemand(
                cluster,
                Optional.empty(),
                Optional.of(Instant.parse("2026-11-20T08:00:00Z")),
                Optional.of(Duration.ofSeconds(3)),
                NodeSets.of(List.of(nodeSets)),
                Optional.empty());
    }
}
