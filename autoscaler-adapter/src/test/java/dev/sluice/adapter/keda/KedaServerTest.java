package dev.sluice.adapter.keda;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.sluice.adapter.demand.ClusterDemand;
import dev.sluice.adapter.demand.Demand;
import dev.sluice.adapter.demand.DemandSamples;
import dev.sluice.adapter.demand.NodeSetDemand;
import dev.sluice.adapter.metrics.MetricLookup;
import dev.sluice.adapter.telemetry.AdapterMetrics;
import io.grpc.CallOptions;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.TlsChannelCredentials;
import io.grpc.okhttp.OkHttpChannelBuilder;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URL;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class KedaServerTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String DESIRED = "slurm_nodeset_desired_replicas";
    private static final Map<String, String> GPU = Map.of("scalerAddress", "sluice:9090", "nodeset", "gpu");

    private final Vertx vertx = Vertx.vertx();
    private volatile Demand demand = research(12);
    private final MetricLookup lookup = new MetricLookup(() -> demand, Map.of());
    private final AdapterMetrics metrics = new AdapterMetrics(List.of(), () -> demand, lookup, "1.2.3");
    private final KedaServer server = new KedaServer(vertx, "127.0.0.1", 0, Optional.empty(), lookup, metrics);
    private final int port = done(server.start());
    private KedaClient client = KedaClient.of(port);

    private static <T> T done(io.vertx.core.Future<T> future) {
        return future.toCompletionStage()
                .toCompletableFuture()
                .orTimeout(60, TimeUnit.SECONDS)
                .join();
    }

    @AfterEach
    void stop() {
        client.close();
        var unused = done(vertx.close());
    }

    @Test
    void givesTheNumberThatAnHpaWouldGet() {
        assertThat(client.metric("slurm", GPU, DESIRED)).containsExactly(DESIRED, 12L, 12.0);
        assertThat(client.isActive("slurm", GPU)).isTrue();
        assertThat(exposed())
                .contains("sluice_adapter_keda_calls_total{method=\"GetMetrics\",status=\"OK\"} 1.0")
                .contains("sluice_adapter_keda_calls_total{method=\"IsActive\",status=\"OK\"} 1.0");
    }

    /** As gRPC wants it: the client learns what it may send instead. */
    @Test
    void aCompressedMessageIsRefusedWithWhatIsAccepted() {
        StatusRuntimeException refused = catchThrowableOfType(
                StatusRuntimeException.class,
                () -> client.isActive(
                        KedaProto.scaledObject("scaler", "slurm", GPU), CallOptions.DEFAULT.withCompression("gzip")));
        assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.UNIMPLEMENTED);
        assertThat(refused.getStatus().getDescription()).isEqualTo("compressed messages are not supported");
        assertThat(raw("gzip", 0).getHeader("grpc-accept-encoding")).isEqualTo("identity");
        assertThat(raw("br", 1).getHeader("grpc-status")).isEqualTo("12");
        assertThat(client.isActive("slurm", GPU)).isTrue();
    }

    /** The flag of compression without a word on which one: the library would not answer at all. */
    @Test
    void aMessageThatClaimsToBeCompressedGetsAnAnswer() {
        HttpClientResponse answer = raw("", 1);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(exposed())
                .contains("sluice_adapter_keda_calls_total{method=\"IsActive\",status=\"INVALID_ARGUMENT\"} 1.0");
    }

    /** An IsActive with an empty message, over bare HTTP/2. */
    private HttpClientResponse raw(String encoding, int flag) {
        HttpClientAgent http = vertx.createHttpClient(
                new HttpClientOptions().setProtocolVersion(HttpVersion.HTTP_2).setHttp2ClearTextUpgrade(false));
        return done(http.request(HttpMethod.POST, port, "127.0.0.1", "/externalscaler.ExternalScaler/IsActive")
                .compose(request -> {
                    request.putHeader("content-type", "application/grpc").putHeader("te", "trailers");
                    if (!encoding.isEmpty()) {
                        request.putHeader("grpc-encoding", encoding);
                    }
                    return request.send(Buffer.buffer(new byte[] {(byte) flag, 0, 0, 0, 0}));
                })
                .compose(response -> response.end().map(response)));
    }

    @Test
    void streamsAreLimitedAndTheOthersGoOn() {
        List<KedaClient.Stream> streams = new ArrayList<>();
        for (int i = 0; i < 5_001; i++) {
            streams.add(client.stream("slurm", GPU, CallOptions.DEFAULT));
        }
        await().atMost(PATIENCE)
                .until(() ->
                        streams.stream().filter(stream -> stream.ended.isDone()).count() == 1);
        Status refused = streams.stream()
                .filter(stream -> stream.ended.isDone())
                .findFirst()
                .orElseThrow()
                .ended
                .join();
        assertThat(refused.getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
        assertThat(refused.getDescription()).isEqualTo("5000 streams are open, which is the limit");
        assertThat(client.isActive("slurm", GPU)).isTrue();
        assertThat(exposed()).contains("sluice_adapter_keda_streams 5000.0");

        streams.forEach(KedaClient.Stream::cancel);
        await().atMost(PATIENCE).until(() -> exposed().contains("sluice_adapter_keda_streams 0.0"));
    }

    @Test
    void aKnownZeroIsAZero() {
        demand = research(0);

        assertThat(client.metric("slurm", GPU, DESIRED)).containsExactly(DESIRED, 0L, 0.0);
        assertThat(client.isActive("slurm", GPU)).isFalse();
    }

    @Test
    void wantsOneNodeForEachThatIsWishedForAlsoWhileNothingIsKnown() {
        demand = new Demand(List.of(), List.of("no demand from http://a"));

        assertThat(client.metricSpec("slurm", GPU)).containsExactly(DESIRED, 1L, 1.0);
    }

    @Test
    void whatIsNotKnownIsAnErrorThatSaysWhyAndNeverInactive() {
        demand = new Demand(List.of(), List.of("no demand from http://größe since noon, 100 % of it"));

        assertRefused(
                () -> client.isActive("slurm", GPU),
                Status.Code.UNAVAILABLE,
                "no demand from http://größe since noon, 100 % of it");
        assertRefused(
                () -> client.metric("slurm", GPU, DESIRED),
                Status.Code.UNAVAILABLE,
                "no demand from http://größe since noon, 100 % of it");
        assertThat(exposed())
                .contains("sluice_adapter_keda_calls_total{method=\"IsActive\",status=\"UNAVAILABLE\"} 1.0");
    }

    @Test
    void aNodeSetThatNobodyMayScaleHasNoNumber() {
        demand = demand(trusted(
                "metal",
                new NodeSetDemand(
                        "slurm",
                        "gpu",
                        "NodeSet",
                        "x/v1",
                        new NodeSetDemand.Size.NotScalable("because"),
                        OptionalLong.empty(),
                        0)));

        assertRefused(
                () -> client.isActive("slurm", GPU),
                Status.Code.UNAVAILABLE,
                "cluster metal: nodesets.x slurm/gpu: because");
    }

    @Test
    void theTriggerSaysWhichNodeSetIsMeant() {
        demand = demand(
                trusted("research", nodeSet("gpu", "NodeSet", 12), nodeSet("gpu", "StatefulSet", 5)),
                trusted("teaching: 1", nodeSet("gpu", "NodeSet", 7)));

        assertThat(value(Map.of("nodeset", "gpu", "cluster", "research", "kind", "StatefulSet")))
                .isEqualTo(5L);
        assertThat(value(Map.of("nodeset", " gpu ", "cluster", "teaching: 1", "kind", "")))
                .as("a cluster's name as it is, and an empty value as none")
                .isEqualTo(7L);
        assertRefused(
                () -> client.isActive("slurm", GPU),
                Status.Code.INVALID_ARGUMENT,
                "3 series match, and an autoscaler would add them up; add one of these to the selector:"
                        + " cluster=research, cluster=teaching__1--");
        assertRefused(
                () -> client.isActive("slurm", Map.of("nodeset", "tpu")), Status.Code.NOT_FOUND, "nodeset can be gpu");
        assertRefused(
                () -> client.isActive("slurm", Map.of("nodeSet", "gpu")),
                Status.Code.INVALID_ARGUMENT,
                "the trigger's metadata does not say which NodeSet is meant; add nodeset: NAME");
        assertRefused(
                () -> client.metricSpec("slurm", Map.of()),
                Status.Code.INVALID_ARGUMENT,
                "does not say which NodeSet is meant");
        assertRefused(
                () -> client.isActive("", GPU),
                Status.Code.INVALID_ARGUMENT,
                "the request does not say which namespace is meant");
    }

    @Test
    void theNamespaceIsThatOfTheScaledObjectUnlessTheTriggerSaysAnother() {
        assertRefused(() -> client.isActive("apps", GPU), Status.Code.NOT_FOUND, "in namespace apps");
        assertThat(client.isActive("apps", Map.of("nodeset", "gpu", "namespace", "slurm")))
                .isTrue();
    }

    @Test
    void knowsNoOtherMetricMethodOrService() {
        assertRefused(
                () -> client.metric("slurm", GPU, "slurm_nodeset_pending_nodes"),
                Status.Code.NOT_FOUND,
                "there is no metric \"slurm_nodeset_pending_nodes\", only " + DESIRED);
        // KEDA 2.21 asks for it, and goes on without it for this code.
        assertRefused(
                () -> client.call("StreamMetricSpec", new byte[0], CallOptions.DEFAULT),
                Status.Code.UNIMPLEMENTED,
                "there is no method StreamMetricSpec");
        assertRefused(
                () -> client.callService("grpc.health.v1.Health/Check", new byte[0]),
                Status.Code.UNIMPLEMENTED,
                "there is no service but externalscaler.ExternalScaler");
    }

    @Test
    void whatIsMalformedIsRefusedAndHarmsNobodyElse() throws IOException {
        assertRefused(
                () -> client.call("IsActive", new byte[] {0x0a, 0x05}, CallOptions.DEFAULT),
                Status.Code.INVALID_ARGUMENT,
                "the request is malformed: the message ends before its field 1");
        assertThat(refusal(() -> client.call("IsActive", new byte[100_000], CallOptions.DEFAULT))
                        .getCode())
                .isNotEqualTo(Status.Code.OK);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".getBytes(UTF_8));
            assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8))
                    .startsWith("HTTP/1.1 4");
        }
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n and then nonsense".getBytes(UTF_8));
            // It ends, whatever is said before.
            assertThat(socket.getInputStream().readAllBytes()).isNotNull();
        }

        assertThat(client.isActive("slurm", GPU)).isTrue();
    }

    @Test
    void aStreamIsToldAtOnceAndThenWhatChanges() {
        KedaClient.Stream stream = client.stream("slurm", GPU, CallOptions.DEFAULT);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(stream.received).containsExactly(true));

        hear(research(7));
        hear(new Demand(List.of(), List.of("no demand")));
        hear(research(3));
        hear(research(0));

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(stream.received).containsExactly(true, false));
        assertThat(stream.ended).isNotDone();
    }

    @Test
    void aStreamWaitsForWhatIsNotKnown() {
        demand = new Demand(List.of(), List.of("no demand"));
        KedaClient.Stream stream = client.stream("slurm", GPU, CallOptions.DEFAULT);
        awaitStreams(1);

        hear(demand(trusted("research")));
        hear(research(0));

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(stream.received).containsExactly(false));
    }

    @Test
    void aStreamThatCanNeverBeAnsweredIsRefused() {
        KedaClient.Stream stream = client.stream("slurm", Map.of(), CallOptions.DEFAULT);

        assertThat(stream.ended)
                .succeedsWithin(PATIENCE)
                .satisfies(status -> assertThat(status.getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT));
        assertThat(stream.received).isEmpty();
    }

    @Test
    void forgetsStreamsThatAreCancelledOrWhosePeerIsGone() {
        KedaClient.Stream cancelled = client.stream("slurm", GPU, CallOptions.DEFAULT);
        KedaClient other = KedaClient.of(port);
        KedaClient.Stream orphan = other.stream("slurm", GPU, CallOptions.DEFAULT);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(List.of(cancelled, orphan))
                        .allSatisfy(stream -> assertThat(stream.received).containsExactly(true)));

        cancelled.cancel();
        awaitStreams(1);
        other.close();
        awaitStreams(0);

        assertThat(client.isActive("slurm", GPU)).isTrue();
    }

    @Test
    void forgetsStreamsWhoseTimeIsOver() {
        demand = new Demand(List.of(), List.of("no demand"));
        KedaClient.Stream timed =
                client.stream("slurm", GPU, CallOptions.DEFAULT.withDeadlineAfter(500, TimeUnit.MILLISECONDS));

        assertThat(timed.ended)
                .succeedsWithin(PATIENCE)
                .satisfies(status -> assertThat(status.getCode()).isEqualTo(Status.Code.DEADLINE_EXCEEDED));
        awaitStreams(0);
    }

    @Test
    void hasRoomForAStreamOfEachScaledObjectOnOneConnection() {
        List<KedaClient.Stream> streams = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            streams.add(client.stream("slurm", GPU, CallOptions.DEFAULT));
        }
        awaitStreams(1000);
        assertThat(client.isActive("slurm", GPU)).isTrue();

        hear(research(0));

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(streams)
                        .allSatisfy(stream -> assertThat(stream.received).containsExactly(true, false)));
    }

    @Test
    void endsStreamsWellSoThatKedaOpensThemElsewhereAtOnce() {
        KedaClient.Stream stream = client.stream("slurm", GPU, CallOptions.DEFAULT);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(stream.received).containsExactly(true));

        var unused = done(server.close());

        assertThat(stream.ended)
                .succeedsWithin(PATIENCE)
                .satisfies(status -> assertThat(status.getCode()).isEqualTo(Status.Code.OK));
        assertThat(refusal(() -> client.isActive("slurm", GPU)).getCode()).isEqualTo(Status.Code.UNAVAILABLE);
    }

    @Test
    void servesTls() throws Exception {
        client.close();
        var unused = done(server.close());
        KedaServer secure = new KedaServer(
                vertx,
                "127.0.0.1",
                0,
                Optional.of(new PemKeyCertOptions()
                        .setCertPath(pem("server.pem").toString())
                        .setKeyPath(pem("server-key.pem").toString())),
                lookup,
                new AdapterMetrics(List.of(), () -> demand, lookup, "1.2.3"));
        int securePort = done(secure.start());
        client = new KedaClient(OkHttpChannelBuilder.forAddress(
                        "127.0.0.1",
                        securePort,
                        TlsChannelCredentials.newBuilder()
                                .trustManager(pem("ca.pem").toFile())
                                .build())
                .build());

        assertThat(client.isActive("slurm", GPU)).isTrue();
        try (KedaClient plain = KedaClient.of(securePort)) {
            assertThat(refusal(() -> plain.isActive("slurm", GPU)).getCode()).isEqualTo(Status.Code.UNAVAILABLE);
        }
    }

    private static Path pem(String name) throws Exception {
        URL url = Objects.requireNonNull(KedaServerTest.class.getResource("/tls/" + name));
        return Path.of(url.toURI());
    }

    private void hear(Demand news) {
        demand = news;
        server.demandHeard();
        // The next call is answered behind it, on the same event loop.
        assertThat(client.metricSpec("slurm", GPU)).hasSize(3);
    }

    private void awaitStreams(int count) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(exposed()).contains("sluice_adapter_keda_streams " + count + ".0"));
    }

    private String exposed() {
        return new String(metrics.encode("").body(), UTF_8);
    }

    private Object value(Map<String, String> metadata) {
        return client.metric("slurm", metadata, DESIRED).get(1);
    }

    private static void assertRefused(Executable call, Status.Code code, String message) {
        Status status = refusal(call);
        assertThat(status.getCode()).as(String.valueOf(status)).isEqualTo(code);
        assertThat(status.getDescription()).contains(message);
    }

    private static Status refusal(Executable call) {
        return Objects.requireNonNull(catchThrowableOfType(StatusRuntimeException.class, call::execute))
                .getStatus();
    }

    private static Demand research(long desired) {
        return demand(trusted("research", nodeSet("gpu", "NodeSet", desired)));
    }

    private static Demand demand(ClusterDemand... clusters) {
        return new Demand(List.of(clusters), List.of());
    }

    private static NodeSetDemand nodeSet(String name, String kind, long desired) {
        return DemandSamples.nodeSet("slurm", name, kind, "slinky.slurm.net/v1beta1", desired, 0);
    }

    private static ClusterDemand trusted(String cluster, NodeSetDemand... nodeSets) {
        return new ClusterDemand(
                cluster,
                Optional.empty(),
                Optional.of(Instant.parse("2026-11-20T08:00:00Z")),
                Optional.of(Duration.ofSeconds(3)),
                List.of(nodeSets),
                Optional.empty());
    }
}
