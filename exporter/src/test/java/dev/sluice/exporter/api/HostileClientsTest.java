package dev.sluice.exporter.api;

import static dev.sluice.exporter.Patience.await;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.exporter.access.Protection;
import dev.sluice.exporter.access.TrustedProxy;
import dev.sluice.exporter.api.view.Billing;
import dev.sluice.exporter.api.view.ClusterDemand;
import dev.sluice.exporter.api.view.ExporterStatus;
import dev.sluice.exporter.api.view.Visibility;
import dev.sluice.exporter.derive.scaling.JobExplanation;
import dev.sluice.exporter.derive.scaling.ScalingDemand;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that hostile clients do not block the API for other clients. Hostile clients send incomplete requests, or do
 * not read responses.
 */
@Tag("slow")
class HostileClientsTest {

    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

    /** The response is several MB of JSON. No socket buffer can hold the complete response. */
    private static final int JOBS = 60_000;

    private static final String EVERYTHING = "/api/v1/demand?explain=true";
    private static final String ONE_NODE_SET = "/api/v1/demand/slurm/gpu?explain=true";

    private final Vertx vertx = Vertx.vertx();
    private final HttpClient client = HttpClient.newHttpClient();
    private final List<Socket> sockets = new ArrayList<>();
    private int port;

    @BeforeEach
    void start() throws Exception {
        ApiSources sources = new ApiSources(
                Clock.fixed(NOW, ZoneOffset.UTC),
                () -> new ExporterStatus("test", NOW, "http://127.0.0.1:0/metrics", List.of(), Optional.empty()),
                HostileClientsTest::demand,
                List::of,
                Visibility.NOBODY,
                Billing.NONE);
        ApiServer server = new ApiServer(vertx, "127.0.0.1", 0, Protection.none(), TrustedProxy.none(), sources);
        port = server.start().toCompletionStage().toCompletableFuture().get();
    }

    @AfterEach
    void stop() throws Exception {
        for (Socket socket : sockets) {
            socket.close();
        }
        vertx.close().toCompletionStage().toCompletableFuture().get();
    }

    @Test
    void healthIsAnsweredThroughAFloodOfHalfRequests() throws Exception {
        for (int i = 0; i < 4 * ApiServer.MAX_CONNECTIONS; i++) {
            half();
        }

        assertThat(get("/livez").statusCode()).isEqualTo(200);
        // The server closes all connections except the last. The server closes the oldest connection first.
        assertThat(sockets.get(0).getInputStream().read()).isEqualTo(-1);
    }

    @Test
    void aHeadThatIsTooLargeIsRefused() throws Exception {
        Socket socket = connect("GET /livez HTTP/1.1\r\nX: " + "a".repeat(20_000));

        assertThat(new String(socket.getInputStream().readNBytes(12), US_ASCII)).isEqualTo("HTTP/1.1 431");
    }

    @ParameterizedTest
    @CsvSource({EVERYTHING + ", /clusters/0/jobs", ONE_NODE_SET + ", /jobs"})
    void anExplanationIsWhole(String path, String jobs) throws Exception {
        HttpResponse<String> response = get(path);

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(new ObjectMapper().readTree(response.body()).at(jobs)).hasSize(JOBS);
    }

    @ParameterizedTest
    @ValueSource(strings = {EVERYTHING, ONE_NODE_SET})
    void readersThatDoNotReadAreFewAndTheOthersAreToldToComeAgain(String path) throws Exception {
        readersThatDoNotRead(path);

        await().until(() -> get(path).statusCode() == 429);
        HttpResponse<String> refused = get(path);
        assertThat(refused.headers().firstValue("Retry-After")).contains("1");
        assertThat(get("/livez").statusCode()).isEqualTo(200);
        assertThat(get("/api/v1/demand").statusCode()).isEqualTo(200);
    }

    @Test
    void whoLeavesMakesRoom() throws Exception {
        readersThatDoNotRead(EVERYTHING);
        await().until(() -> get("/api/v1/demand?explain=true").statusCode() == 429);

        for (Socket socket : sockets) {
            socket.close();
        }

        await().until(() -> get("/api/v1/demand?explain=true").statusCode() == 200);
    }

    /**
     * The maximum number of concurrent responses. All responses have begun, so that no later request replaces a
     * response.
     */
    private void readersThatDoNotRead(String path) throws IOException {
        for (int i = 0; i < LargeAnswers.MAX_ANSWERS; i++) {
            Socket socket = connect("GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n");
            assertThat(new String(socket.getInputStream().readNBytes(12), US_ASCII))
                    .isEqualTo("HTTP/1.1 200");
        }
    }

    private static List<ClusterDemand> demand() {
        ClusterDemand small = SampleDemands.research();
        ScalingDemand demand = small.demand().orElseThrow();
        JobExplanation job = demand.jobs().get(0);
        return List.of(new ClusterDemand(
                small.cluster(),
                small.observedAt(),
                small.maxAge(),
                true,
                Optional.empty(),
                Optional.of(new ScalingDemand(
                        demand.pools(),
                        demand.partitions(),
                        Collections.nCopies(JOBS, job),
                        demand.choices(),
                        List.of(),
                        Map.of(),
                        Map.of(),
                        demand.truncatedArrays()))));
    }

    private void half() throws IOException {
        connect("GET /livez HTTP/1.1\r\nX: " + "a".repeat(7_000));
    }

    private Socket connect(String text) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        sockets.add(socket);
        socket.getOutputStream().write(text.getBytes(US_ASCII));
        return socket;
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                        .timeout(Duration.ofMinutes(1))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
