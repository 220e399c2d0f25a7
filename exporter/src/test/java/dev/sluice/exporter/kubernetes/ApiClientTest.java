package dev.sluice.exporter.kubernetes;

import static dev.sluice.exporter.kubernetes.FakeApiServer.captured;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.common.kubernetes.ApiAddress;
import dev.sluice.common.kubernetes.ApiClient;
import dev.sluice.common.kubernetes.ApiExchange;
import dev.sluice.common.kubernetes.ApiFailure;
import dev.sluice.common.kubernetes.KubernetesAccess;
import dev.sluice.common.kubernetes.KubernetesRequest;
import dev.sluice.common.kubernetes.TextOrFile;
import dev.sluice.common.kubernetes.Timers;
import dev.sluice.common.tls.ClientTlsFiles.Part;
import dev.sluice.exporter.kubernetes.decode.FieldReader;
import dev.sluice.exporter.kubernetes.decode.NodeSetAssembler;
import dev.sluice.exporter.kubernetes.decode.PodAssembler;
import dev.sluice.exporter.model.kubernetes.NodeSet;
import dev.sluice.exporter.model.kubernetes.NodeSetSystem;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.kubernetes.SlurmdPod;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests requests over real connections: TLS, tokens, timeouts, and the exact bytes of an API server. */
class ApiClientTest {

    private static final KubernetesRequest.Resource NODE_SETS =
            new KubernetesRequest.Resource("slinky.slurm.net", "v1beta1", "nodesets", Optional.of("slurm"));
    private static final ApiExchange.Limits PATIENT = new ApiExchange.Limits(Duration.ofSeconds(30), Duration.ZERO);

    private final Vertx vertx = Vertx.vertx();

    @TempDir
    private Path directory = Path.of("");

    @AfterEach
    void close() throws Exception {
        result(vertx.close());
    }

    @ParameterizedTest
    @CsvSource({"client.pem, client-key.pem", "client.pem, client-key-ec.pem", "client-rsa.pem, client-rsa-key.pem"})
    void showsItsCertificateAndChecksTheServers(String certificate, String key) throws Exception {
        FakeApiServer server = tlsServer();
        Map<Part, TextOrFile> pem =
                Map.of(Part.CERTIFICATE, text(certificate), Part.KEY, text(key), Part.CA, text("ca.pem"));
        assertThat(list(new KubernetesAccess(tls(server, Optional.empty(), true), Optional.empty(), pem)))
                .hasSize(6);
    }

    @Test
    void doesNotTrustAnotherAuthority() throws Exception {
        FakeApiServer server = tlsServer();
        assertUnreachable(
                () -> list(jane(tls(server, Optional.empty(), true), "client.pem")), "TLS with the API server");
    }

    @Test
    void doesNotTakeAServerOfAnotherName() throws Exception {
        FakeApiServer server = tlsServer();
        assertUnreachable(
                () -> list(jane(tls(server, Optional.of("wrong.example"), true), "ca.pem")), "TLS with the API server");
    }

    @Test
    void checksTheNameThatTheKubeconfigGives() throws Exception {
        FakeApiServer server = tlsServer();
        assertThat(list(jane(tls(server, Optional.of("api.cluster.example"), true), "ca.pem")))
                .hasSize(6);
        assertThat(server.received().get(0).host()).isEqualTo("127.0.0.1:" + server.port());
    }

    @Test
    void looksAtNothingWhereItIsToldTo() throws Exception {
        FakeApiServer server = tlsServer();
        assertThat(list(jane(tls(server, Optional.of("wrong.example"), false), "client.pem")))
                .hasSize(6);
    }

    @Test
    void sendsTheTokenOfTheMoment() throws Exception {
        FakeApiServer server = server();
        Path file = Files.writeString(directory.resolve("token"), "one\n");
        ApiClient client = client(
                new KubernetesAccess(server.access().address(), Optional.of(new TextOrFile.InFile(file)), Map.of()));
        list(client);
        Files.writeString(file, "two\n");
        list(client);
        assertThat(server.received())
                .extracting(FakeApiServer.Received::authorization)
                .containsExactly("Bearer one", "Bearer two");
    }

    @Test
    void givesUpOnAnAnswerThatDoesNotCome() throws Exception {
        FakeApiServer server = new FakeApiServer(vertx).onGet(NODE_SETS.path(), request -> {});
        ApiClient client = client(server.access());
        ApiExchange.Limits hurried = new ApiExchange.Limits(Duration.ofMillis(100), Duration.ZERO);
        assertThatThrownBy(() -> list(client, hurried))
                .cause()
                .asInstanceOf(InstanceOfAssertFactories.type(ApiFailure.class))
                .extracting(ApiFailure::kind)
                .isEqualTo(ApiFailure.Kind.TIMEOUT);
    }

    /** The bytes of a captured watch, with their chunk framing. The capture ended before the end of the response. */
    @ParameterizedTest
    @ValueSource(ints = {1 << 20, 1000})
    void readsAWatchAsItWasFramed(int length) throws Exception {
        byte[] raw = CapturedApi.CAPTURE.bytes("watch/pods-slurmd.chunked-raw.chunked.txt");
        byte[] sent = Arrays.copyOf(raw, Math.min(raw.length, length));
        NetServer server = rawServer(sent);
        ApiAddress address = ApiAddress.of("http://127.0.0.1:" + server.actualPort());
        ApiClient client = client(new KubernetesAccess(address, Optional.empty(), Map.of()));
        Map<ObjectName, SlurmdPod> records = new TreeMap<>();
        PodAssembler assembler = new PodAssembler(NodeSetSystem.SLINKY, Set.of());
        WatchStream<SlurmdPod> stream = new WatchStream<>(assembler, "859", records, 50_000, () -> {});
        KubernetesRequest request = KubernetesRequest.watch(NODE_SETS, KubernetesRequest.Selector.labels(""), "859", 8);
        Promise<ApiExchange.End> done = Promise.promise();
        vertx.runOnContext(unused -> client.send(request, PATIENT, new FieldReader(stream.tree(), stream), () -> {})
                .end()
                .onComplete(done));
        if (length < raw.length) {
            assertUnreachable(() -> result(done.future()), "the connection to the API server broke");
            assertThat(stream.version()).isEqualTo("859");
        } else {
            assertThat(result(done.future())).isEqualTo(ApiExchange.End.WHOLE);
            assertThat(records).containsOnlyKeys(new ObjectName("slurm", "slurm-worker-cpu-6"));
        }
    }

    private NetServer rawServer(byte[] chunked) throws Exception {
        String head = CapturedApi.text("watch/pods-slurmd.chunked-raw.headers").strip() + "\r\n\r\n";
        return result(vertx.createNetServer()
                .connectHandler(socket -> socket.handler(unused -> socket.write(
                                Buffer.buffer(head.replaceAll("\r?\n", "\r\n").getBytes(UTF_8))
                                        .appendBytes(chunked))
                        .onComplete(sent -> socket.close())))
                .listen(0, "127.0.0.1"));
    }

    private interface Asking {
        Object ask() throws Exception;
    }

    private static void assertUnreachable(Asking asking, String message) {
        assertThatThrownBy(asking::ask)
                .isInstanceOf(ExecutionException.class)
                .cause()
                .asInstanceOf(InstanceOfAssertFactories.type(ApiFailure.class))
                .satisfies(failure -> assertThat(failure.kind()).isEqualTo(ApiFailure.Kind.UNREACHABLE))
                .satisfies(failure -> assertThat(failure.message()).contains(message));
    }

    private static KubernetesAccess jane(ApiAddress address, String authorities) throws Exception {
        return new KubernetesAccess(
                address,
                Optional.empty(),
                Map.of(
                        Part.CERTIFICATE,
                        text("client.pem"),
                        Part.KEY,
                        text("client-key.pem"),
                        Part.CA,
                        text(authorities)));
    }

    private FakeApiServer server() throws Exception {
        return new FakeApiServer(vertx).onGet(NODE_SETS.path(), captured("lists/nodesets-slinky-ns-slurm.json"));
    }

    @Test
    void followsTheAuthoritiesOfAFile() throws Exception {
        FakeApiServer server = tlsServer();
        Path authorities = directory.resolve("ca.crt");
        Files.writeString(authorities, pem("client.pem"));
        Map<Part, TextOrFile> pem =
                new EnumMap<>(jane(server.access().address(), "client.pem").pem());
        pem.put(Part.CA, new TextOrFile.InFile(authorities));
        ApiClient client = client(new KubernetesAccess(tls(server, Optional.empty(), true), Optional.empty(), pem));
        assertUnreachable(() -> list(client), "TLS with the API server");

        Files.writeString(authorities, pem("ca.pem"));
        assertThat(list(client)).hasSize(6);

        Files.delete(authorities);
        assertThat(list(client)).hasSize(6);
    }

    private FakeApiServer tlsServer() throws Exception {
        HttpServerOptions options = new HttpServerOptions()
                .setSsl(true)
                .setClientAuth(ClientAuth.REQUIRED)
                .setKeyCertOptions(new PemKeyCertOptions()
                        .addCertValue(Buffer.buffer(pem("server.pem")))
                        .addKeyValue(Buffer.buffer(pem("server-key.pem"))))
                .setTrustOptions(new PemTrustOptions().addCertValue(Buffer.buffer(pem("ca.pem"))));
        return new FakeApiServer(vertx, options)
                .onGet(NODE_SETS.path(), captured("lists/nodesets-slinky-ns-slurm.json"));
    }

    private static ApiAddress tls(FakeApiServer server, Optional<String> serverName, boolean verify) {
        return new ApiAddress(true, "127.0.0.1", server.port(), "", serverName, verify);
    }

    private ApiClient client(KubernetesAccess access) {
        return new ApiClient(vertx, access, "test", Timers.of(vertx, System::nanoTime));
    }

    private Map<ObjectName, NodeSet> list(KubernetesAccess access) throws Exception {
        return list(client(access));
    }

    private Map<ObjectName, NodeSet> list(ApiClient client) throws Exception {
        return list(client, PATIENT);
    }

    private Map<ObjectName, NodeSet> list(ApiClient client, ApiExchange.Limits limits) throws Exception {
        Map<ObjectName, NodeSet> records = new TreeMap<>();
        NodeSetAssembler assembler =
                new NodeSetAssembler(NodeSetSystem.SLINKY, "slinky.slurm.net/v1beta1", Set.of(), "");
        ListPage<NodeSet> page = new ListPage<>(assembler, records, 50_000);
        KubernetesRequest request = KubernetesRequest.list(NODE_SETS, KubernetesRequest.Selector.labels(""), 500, "");
        Promise<ApiExchange.End> done = Promise.promise();
        vertx.runOnContext(unused -> client.send(request, limits, new FieldReader(page.tree(), page), () -> {})
                .end()
                .onComplete(done));
        result(done.future());
        return records;
    }

    private static TextOrFile text(String name) throws Exception {
        return new TextOrFile.Text(pem(name));
    }

    private static String pem(String name) throws Exception {
        try (InputStream in = ApiClientTest.class.getResourceAsStream("/kubernetes/tls/" + name)) {
            assertThat(in).as(name).isNotNull();
            return in == null ? "" : new String(in.readAllBytes(), UTF_8);
        }
    }

    private static <T> T result(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }
}
