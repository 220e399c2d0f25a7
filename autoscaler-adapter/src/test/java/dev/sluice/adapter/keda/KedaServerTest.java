package dev.sluice.adapter.keda;

import static dev.sluice.adapter.demand.DemandSamples.trusted;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.adapter.demand.Demand;
import dev.sluice.adapter.demand.Demand.ClusterDemand;
import dev.sluice.adapter.demand.DemandSamples;
import dev.sluice.adapter.metrics.MetricLookup;
import dev.sluice.adapter.server.AdapterMetrics;
import dev.sluice.common.demand.DemandReport.NodeSetReport;
import io.grpc.CallOptions;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class KedaServerTest {

    private static final String DESIRED = "slurm_nodeset_desired_replicas";

    private static final Map<String, String> GPU = Map.of("scalerAddress", "sluice:9090", "nodeset", "gpu");

    private final Vertx vertx = Vertx.vertx();
    private volatile Demand demand = research(12);
    private final MetricLookup lookup = new MetricLookup(() -> demand, Map.of(), BigDecimal.ZERO);
    private final AdapterMetrics metrics = new AdapterMetrics(List.of(), () -> demand, lookup, "1.2.3");
    private final int port = done(new KedaServer(vertx, "127.0.0.1", 0, Optional.empty(), lookup, metrics).start());
    private final KedaClient client = KedaClient.of(port);

    @AfterEach
    void stop() {
        client.close();
        var unused = done(vertx.close());
    }

    @Test
    void givesTheNumberThatAnHpaWouldGetAlsoZero() {
        assertThat(client.metric("slurm", GPU, DESIRED)).containsExactly(DESIRED, 12L, 12.0);
        assertThat(client.isActive("slurm", GPU)).isTrue();
        assertThat(metrics.encode("").body())
                .contains("sluice_adapter_keda_calls_total{method=\"GetMetrics\",status=\"OK\"} 1.0")
                .contains("sluice_adapter_keda_calls_total{method=\"IsActive\",status=\"OK\"} 1.0");
        demand = research(0);
        assertThat(client.metric("slurm", GPU, DESIRED)).containsExactly(DESIRED, 0L, 0.0);
        assertThat(client.isActive("slurm", GPU)).isFalse();
    }

    /** As gRPC requires, the response tells the client which encodings the server accepts. */
    @Test
    void aCompressedMessageIsRefusedWithWhatIsAccepted() {
        StatusRuntimeException refused = catchThrowableOfType(
                StatusRuntimeException.class,
                () -> client.isActive("slurm", GPU, CallOptions.DEFAULT.withCompression("gzip")));
        assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.UNIMPLEMENTED);
        assertThat(refused.getStatus().getDescription()).isEqualTo("compressed messages are not supported");
        assertThat(raw("gzip", 0).getHeader("grpc-accept-encoding")).isEqualTo("identity");
        assertThat(raw("br", 1).getHeader("grpc-status")).isEqualTo("12");
        assertThat(client.isActive("slurm", GPU)).isTrue();
        // The library alone would not respond to a message with the compression flag but without an encoding.
        assertThat(raw("", 1).statusCode()).isEqualTo(200);
        assertThat(metrics.encode("").body())
                .contains("sluice_adapter_keda_calls_total{method=\"IsActive\",status=\"INVALID_ARGUMENT\"} 1.0");
    }

    /** Sends an IsActive with an empty message over plain HTTP/2. */
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
    void whatIsNotKnownIsAnErrorThatSaysWhyAndNeverInactiveNorAnotherTarget() {
        demand = new Demand(List.of(), List.of("no demand from http://größe since noon, 100 % of it"));

        assertThat(client.metricSpec("slurm", GPU)).containsExactly(DESIRED, 1L, 1.0);
        assertRefused(
                () -> client.isActive("slurm", GPU),
                Status.Code.UNAVAILABLE,
                "no demand from http://größe since noon, 100 % of it");
        assertRefused(
                () -> client.metric("slurm", GPU, DESIRED),
                Status.Code.UNAVAILABLE,
                "no demand from http://größe since noon, 100 % of it");
        assertThat(metrics.encode("").body())
                .contains("sluice_adapter_keda_calls_total{method=\"IsActive\",status=\"UNAVAILABLE\"} 1.0");
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
                "unknown metric \"slurm_nodeset_pending_nodes\", only " + DESIRED);
        // KEDA 2.21 calls this method. After this status, KEDA continues without the method.
        assertRefused(
                () -> client.call("StreamMetricSpec", new byte[0], CallOptions.DEFAULT),
                Status.Code.UNIMPLEMENTED,
                "unknown method StreamMetricSpec");
        assertRefused(
                () -> client.call("StreamIsActive", new byte[0], CallOptions.DEFAULT),
                Status.Code.UNIMPLEMENTED,
                "no streams; set the trigger's type to external");
        assertRefused(
                () -> client.callService("grpc.health.v1.Health/Check", new byte[0]),
                Status.Code.UNIMPLEMENTED,
                "unknown service; the only service is externalscaler.ExternalScaler");
    }

    @Test
    void whatIsMalformedIsRefusedAndHarmsNobodyElse() throws IOException {
        assertRefused(
                () -> client.call("IsActive", new byte[] {0x0a, 0x05}, CallOptions.DEFAULT),
                Status.Code.INVALID_ARGUMENT,
                "the request is malformed: While parsing a protocol message, the input ended unexpectedly");
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
            // The connection must end, even if the client sends data before the end.
            assertThat(socket.getInputStream().readAllBytes()).isNotNull();
        }

        assertThat(client.isActive("slurm", GPU)).isTrue();
    }

    @Test
    void servesTls() throws Exception {
        KeyCertOptions certificate = new PemKeyCertOptions()
                .setCertPath(pem("server.pem").toString())
                .setKeyPath(pem("server-key.pem").toString());
        AdapterMetrics own = new AdapterMetrics(List.of(), () -> demand, lookup, "1.2.3");
        int secured = done(new KedaServer(vertx, "127.0.0.1", 0, Optional.of(certificate), lookup, own).start());
        try (KedaClient secure = KedaClient.overTls(secured, pem("ca.pem"));
                KedaClient plain = KedaClient.of(secured)) {
            assertThat(secure.isActive("slurm", GPU)).isTrue();
            assertThat(refusal(() -> plain.isActive("slurm", GPU)).getCode()).isEqualTo(Status.Code.UNAVAILABLE);
        }
    }

    private static Path pem(String name) throws Exception {
        URL url = Objects.requireNonNull(KedaServerTest.class.getResource("/tls/" + name));
        return Path.of(url.toURI());
    }

    private Object value(Map<String, String> metadata) {
        return client.metric("slurm", metadata, DESIRED).get(1);
    }

    private static void assertRefused(Executable call, Status.Code code, String message) {
        Status status = refusal(call);
        assertThat(status.getCode()).as(String.valueOf(status)).isEqualTo(code);
        assertThat(status.getDescription()).contains(message);
    }

    private static <T> T done(Future<T> future) {
        return future.toCompletionStage()
                .toCompletableFuture()
                .orTimeout(60, TimeUnit.SECONDS)
                .join();
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

    private static NodeSetReport nodeSet(String name, String kind, long desired) {
        return DemandSamples.nodeSet("slurm", name, kind, "slinky.slurm.net/v1beta1", desired, 0);
    }
}
