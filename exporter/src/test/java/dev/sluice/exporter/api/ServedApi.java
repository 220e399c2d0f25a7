package dev.sluice.exporter.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.exporter.access.Protection;
import dev.sluice.exporter.api.view.ClusterView;
import dev.sluice.exporter.api.view.ExporterStatus;
import dev.sluice.exporter.api.view.Visibility;
import dev.sluice.exporter.derive.usage.MonthUsage;
import dev.sluice.exporter.derive.usage.PriceList;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** The API of an exporter with some clusters, on a free port. */
final class ServedApi implements AutoCloseable {

    private static final Clock CLOCK = Clock.fixed(SmallCluster.NOW, ZoneOffset.UTC);

    private final HttpClient client = HttpClient.newHttpClient();
    private final Vertx vertx = Vertx.vertx();
    private final ApiServer server;
    private final int port;

    ServedApi(Visibility visibility, ClusterView... clusters) throws Exception {
        this(PriceList.NONE, unused -> List.of(), visibility, clusters);
    }

    ServedApi(
            PriceList prices, Function<String, List<MonthUsage>> usage, Visibility visibility, ClusterView... clusters)
            throws Exception {
        this(
                Protection.none(),
                new TrustedProxy(Optional.empty()),
                new ApiSources(CLOCK, () -> status(SmallCluster.NOW, clusters), visibility, prices, usage));
    }

    ServedApi(Protection protection, TrustedProxy proxy, Visibility visibility, ClusterView... clusters)
            throws Exception {
        this(
                protection,
                proxy,
                new ApiSources(
                        CLOCK,
                        () -> status(SmallCluster.NOW, clusters),
                        visibility,
                        PriceList.NONE,
                        unused -> List.of()));
    }

    /** The API without names of users, prices, a proxy and protection. */
    ServedApi(Instant now, Supplier<ExporterStatus> status) throws Exception {
        this(
                Protection.none(),
                new TrustedProxy(Optional.empty()),
                new ApiSources(
                        Clock.fixed(now, ZoneOffset.UTC),
                        status,
                        Visibility.NOBODY,
                        PriceList.NONE,
                        unused -> List.of()));
    }

    private ServedApi(Protection protection, TrustedProxy proxy, ApiSources sources) throws Exception {
        server = new ApiServer(vertx, "127.0.0.1", 0, protection, proxy, sources);
        port = server.start().toCompletionStage().toCompletableFuture().get();
    }

    /** Returns the status of an exporter that started at this time. */
    static ExporterStatus status(Instant startedAt, ClusterView... clusters) {
        return new ExporterStatus(
                "0.1.0", startedAt, "http://127.0.0.1:9341/metrics", List.of(clusters), Optional.empty());
    }

    JsonNode json(String path) throws Exception {
        return new ObjectMapper().readTree(get(path).body());
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send("GET", path);
    }

    HttpResponse<String> send(String method, String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri(path))
                .method(method, BodyPublishers.noBody())
                .build();
        return client.send(request, BodyHandlers.ofString());
    }

    /** Returns the response to a request with these headers, each a name and a value. */
    HttpResponse<byte[]> bytes(String path, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofByteArray());
    }

    int port() {
        return port;
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    @Override
    public void close() {
        server.close().toCompletionStage().toCompletableFuture().join();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
