package dev.sluice.exporter.kubernetes;

import static dev.sluice.exporter.kubernetes.FakeApiServer.captured;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.NodeSet;
import dev.sluice.exporter.model.NodeSetSystem;
import dev.sluice.exporter.model.ObjectName;
import dev.sluice.exporter.model.SlurmdPod;
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

/** Requests over real connections: TLS, tokens, deadlines and bytes exactly as an API server has sent them. */
class ApiClientTest {

    private static final ApiRequest.Resource NODE_SETS =
            new ApiRequest.Resource("slinky.slurm.net", "v1beta1", "nodesets", Optional.of("slurm"));
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
        Credential jane =
                new Credential(Optional.empty(), Optional.of(new Credential.KeyPair(pem(certificate), pem(key))));
        assertThat(list(tls(server, Optional.of(pem("ca.pem")), Optional.empty(), true), Credentials.of(jane)))
                .hasSize(6);
    }

    @Test
    void doesNotTrustAnotherAuthority() throws Exception {
        FakeApiServer server = tlsServer();
        assertUnreachable(
                () -> list(tls(server, Optional.empty(), Optional.empty(), true), jane()), "TLS with the API server");
    }

    @Test
    void doesNotTakeAServerOfAnotherName() throws Exception {
        FakeApiServer server = tlsServer();
        assertUnreachable(
                () -> list(tls(server, Optional.of(pem("ca.pem")), Optional.of("wrong.example"), true), jane()),
                "TLS with the API server");
    }

    @Test
    void checksTheNameThatTheKubeconfigGives() throws Exception {
        FakeApiServer server = tlsServer();
        assertThat(list(tls(server, Optional.of(pem("ca.pem")), Optional.of("api.cluster.example"), true), jane()))
                .hasSize(6);
        assertThat(server.received().get(0).host()).isEqualTo("127.0.0.1:" + server.port());
    }

    @Test
    void looksAtNothingWhereItIsToldTo() throws Exception {
        FakeApiServer server = tlsServer();
        assertThat(list(tls(server, Optional.empty(), Optional.of("wrong.example"), false), jane()))
                .hasSize(6);
    }

    @Test
    void sendsTheTokenOfTheMoment() throws Exception {
        FakeApiServer server = server();
        Path file = Files.writeString(directory.resolve("token"), "one\n");
        Credentials credentials = Credentials.ofTokenFile(vertx, file, Credential.NONE);
        ApiClient client = new ApiClient(vertx, server.access(credentials));
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
        ApiClient client = new ApiClient(vertx, server.access());
        ApiExchange.Limits hurried = new ApiExchange.Limits(Duration.ofMillis(100), Duration.ZERO);
        assertThatThrownBy(() -> list(client, hurried))
                .cause()
                .asInstanceOf(InstanceOfAssertFactories.type(ApiFailure.class))
                .extracting(ApiFailure::kind)
                .isEqualTo(FailureKind.TIMEOUT);
    }

    /** The bytes of a captured watch with the chunk framing that they had; the server was not done when we hung up. */
    @ParameterizedTest
    @ValueSource(ints = {1 << 20, 1000})
    void readsAWatchAsItWasFramed(int length) throws Exception {
        byte[] raw = CapturedApi.CAPTURE.bytes("watch/pods-slurmd.chunked-raw.chunked.txt");
        byte[] sent = Arrays.copyOf(raw, Math.min(raw.length, length));
        NetServer server = rawServer(sent);
        ApiAddress address =
                new ApiAddress(false, "127.0.0.1", server.actualPort(), "", Optional.empty(), Optional.empty(), true);
        ApiClient client = new ApiClient(vertx, new KubernetesAccess(address, Credentials.of(Credential.NONE)));
        Map<ObjectName, SlurmdPod> records = new TreeMap<>();
        PodAssembler assembler = new PodAssembler(NodeSetSystem.SLINKY, Set.of());
        WatchStream<SlurmdPod> stream =
                new WatchStream<>(new ObjectReader<>(assembler), "859", records, 50_000, () -> {});
        ApiAnswer answer = new ApiAnswer(ApiRequest.watch(NODE_SETS, "", "859", 8), stream.tree(), stream);
        Promise<ApiExchange.End> done = Promise.promise();
        vertx.runOnContext(
                unused -> client.send(PATIENT, answer, () -> {}).end().onComplete(done));
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
                .satisfies(failure -> assertThat(failure.kind()).isEqualTo(FailureKind.UNREACHABLE))
                .satisfies(failure -> assertThat(failure.message()).contains(message));
    }

    private static Credentials jane() throws Exception {
        return Credentials.of(new Credential(
                Optional.empty(), Optional.of(new Credential.KeyPair(pem("client.pem"), pem("client-key.pem")))));
    }

    private FakeApiServer server() throws Exception {
        return new FakeApiServer(vertx).onGet(NODE_SETS.path(), captured("lists/nodesets-slinky-ns-slurm.json"));
    }

    @Test
    void followsTheAuthoritiesOfAFile() throws Exception {
        FakeApiServer server = tlsServer();
        Path authorities = directory.resolve("ca.crt");
        Files.writeString(authorities, pem("client.pem"));
        ApiClient client = new ApiClient(
                vertx,
                new KubernetesAccess(
                        tls(server, Optional.of(pem("client.pem")), Optional.empty(), true),
                        jane().following(vertx, authorities)));
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

    private static ApiAddress tls(
            FakeApiServer server, Optional<String> authorities, Optional<String> serverName, boolean verify) {
        return new ApiAddress(true, "127.0.0.1", server.port(), "", authorities, serverName, verify);
    }

    private Map<ObjectName, NodeSet> list(ApiAddress address, Credentials credentials) throws Exception {
        return list(new ApiClient(vertx, new KubernetesAccess(address, credentials)));
    }

    private Map<ObjectName, NodeSet> list(ApiClient client) throws Exception {
        return list(client, PATIENT);
    }

    private Map<ObjectName, NodeSet> list(ApiClient client, ApiExchange.Limits limits) throws Exception {
        Map<ObjectName, NodeSet> records = new TreeMap<>();
        NodeSetAssembler assembler = new NodeSetAssembler(NodeSetSystem.SLINKY, "slinky.slurm.net/v1beta1", Set.of());
        ListPage<NodeSet> page = new ListPage<>(new ObjectReader<>(assembler), records, 50_000);
        ApiAnswer answer = new ApiAnswer(ApiRequest.list(NODE_SETS, "", 500, ""), page.tree(), page);
        Promise<ApiExchange.End> done = Promise.promise();
        vertx.runOnContext(unused -> client.send(limits, answer, () -> {}).end().onComplete(done));
        result(done.future());
        return records;
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
