package dev.sluice.exporter.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.exporter.access.Protection;
import dev.sluice.exporter.access.TrustedProxy;
import dev.sluice.exporter.api.view.Billing;
import dev.sluice.exporter.api.view.ClusterView;
import dev.sluice.exporter.api.view.ExporterStatus;
import dev.sluice.exporter.api.view.Visibility;
import io.vertx.core.Vertx;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/** The API of an exporter with some clusters, on a free port. */
final class ServedApi implements AutoCloseable {

    private final HttpClient client = HttpClient.newHttpClient();
    private final Vertx vertx = Vertx.vertx();
    private final ApiServer server;
    private final int port;

    ServedApi(Visibility visibility, ClusterView... clusters) throws Exception {
        this(Protection.none(), TrustedProxy.none(), visibility, clusters);
    }

    ServedApi(Billing billing, Visibility visibility, ClusterView... clusters) throws Exception {
        this(Protection.none(), TrustedProxy.none(), billing, visibility, clusters);
    }

    ServedApi(Protection protection, TrustedProxy proxy, Visibility visibility, ClusterView... clusters)
            throws Exception {
        this(protection, proxy, Billing.NONE, visibility, clusters);
    }

    private ServedApi(
            Protection protection, TrustedProxy proxy, Billing billing, Visibility visibility, ClusterView... clusters)
            throws Exception {
        List<ClusterView> views = List.of(clusters);
        ApiSources sources = new ApiSources(
                Clock.fixed(SmallCluster.NOW, ZoneOffset.UTC),
                () -> new ExporterStatus(
                        "0.1.0",
                        SmallCluster.NOW,
                        "http://127.0.0.1:9341/metrics",
                        views.stream().map(ClusterView::status).toList(),
                        Optional.empty()),
                () -> views,
                visibility,
                billing);
        server = new ApiServer(vertx, "127.0.0.1", 0, protection, proxy, sources);
        port = server.start().toCompletionStage().toCompletableFuture().get();
    }

    JsonNode json(String path) throws Exception {
        return new ObjectMapper().readTree(get(path).body());
    }

    HttpResponse<String> get(String path) throws Exception {
        return client.send(HttpRequest.newBuilder(uri(path)).build(), BodyHandlers.ofString());
    }

    int port() {
        return port;
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    @Override
    public void close() {
        server.close().toCompletionStage().toCompletableFuture().join();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
