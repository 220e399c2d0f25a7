package dev.sluice.exporter.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.exporter.access.ListenConfig;
import dev.sluice.exporter.access.Protection;
import dev.sluice.exporter.api.ExporterStatus.ClusterView;
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
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The API of an exporter with some clusters, on a free port. Stops after a test that registers it. */
final class ServedApi implements AutoCloseable, AfterEachCallback {

    private final HttpClient client = HttpClient.newHttpClient();
    private final Vertx vertx = Vertx.vertx();
    private final ApiServer server;
    private final int port;

    ServedApi(Visibility visibility, ClusterView... clusters) {
        this(Protection.none(), new TrustedProxy(Optional.empty()), visibility, clusters);
    }

    ServedApi(Protection protection, TrustedProxy proxy, Visibility visibility, ClusterView... clusters) {
        this(protection, proxy, visibility, SmallCluster.NOW, () -> status(SmallCluster.NOW, clusters));
    }

    /** The API without a proxy and protection. */
    ServedApi(Visibility visibility, Instant now, Supplier<ExporterStatus> status) {
        this(Protection.none(), new TrustedProxy(Optional.empty()), visibility, now, status);
    }

    private ServedApi(
            Protection protection,
            TrustedProxy proxy,
            Visibility visibility,
            Instant now,
            Supplier<ExporterStatus> status) {
        ListenConfig listen = new ListenConfig("127.0.0.1", 0);
        Clock clock = Clock.fixed(now, ZoneOffset.UTC);
        server = new ApiServer(vertx, listen, protection, proxy, visibility, clock, status);
        port = server.start().toCompletionStage().toCompletableFuture().join();
    }

    /** Returns the status of an exporter that started at this time. */
    static ExporterStatus status(Instant startedAt, ClusterView... clusters) {
        return new ExporterStatus(
                "0.1.0",
                startedAt,
                "http://127.0.0.1:9341/metrics",
                List.of(clusters),
                Optional.empty(),
                PriceList.NONE);
    }

    JsonNode json(String path) throws Exception {
        return new ObjectMapper().readTree(get(path).body());
    }

    /** Returns the members of each element of an array, separated by spaces; "-" for a missing member. */
    static List<String> texts(JsonNode array, String... members) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(one -> Stream.of(members)
                        .map(member -> one.path(member).asText("-"))
                        .collect(Collectors.joining(" ")))
                .toList();
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
    public void afterEach(ExtensionContext unused) {
        close();
    }

    @Override
    public void close() {
        server.close().toCompletionStage().toCompletableFuture().join();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
