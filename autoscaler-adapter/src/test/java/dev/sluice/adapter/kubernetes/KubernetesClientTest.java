package dev.sluice.adapter.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.adapter.Pki;
import dev.sluice.common.kubernetes.AccessSettings;
import dev.sluice.common.kubernetes.ApiClient;
import dev.sluice.common.kubernetes.KubernetesAccess;
import dev.sluice.common.kubernetes.KubernetesRequest;
import dev.sluice.common.kubernetes.Timers;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests connections to an API server that checks tokens and certificates. */
class KubernetesClientTest {

    private static final KubernetesRequest X =
            KubernetesRequest.get(new KubernetesRequest.Resource("", "v1", "things", Optional.empty()), "x");

    private final Vertx vertx = Vertx.vertx();
    private final List<String> authorizations = new CopyOnWriteArrayList<>();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private int port;

    @BeforeEach
    void start() throws Exception {
        port = await(vertx.createHttpServer(new HttpServerOptions()
                        .setHost("127.0.0.1")
                        .setPort(0)
                        .setSsl(true)
                        .setClientAuth(ClientAuth.REQUEST)
                        .setTrustOptions(new PemTrustOptions().addCertValue(Buffer.buffer(Pki.pem("cluster-ca"))))
                        .setKeyCertOptions(new PemKeyCertOptions()
                                .addCertValue(Buffer.buffer(Pki.pem("serving")))
                                .addKeyValue(Buffer.buffer(Pki.pem("serving-key")))))
                .requestHandler(request -> {
                    authorizations.add(String.valueOf(request.getHeader("Authorization")));
                    boolean known = request.getHeader("Authorization") != null || shown(request.sslSession());
                    request.response()
                            .setStatusCode(known ? 200 : 401)
                            .putHeader("Content-Type", "application/json")
                            .end(known ? "{\"kind\":\"A\"}" : "{\"message\":\"Unauthorized\"}");
                })
                .listen()
                .map(HttpServer::actualPort));
    }

    private static boolean shown(SSLSession session) {
        try {
            return session.getPeerPrincipal().getName().startsWith("CN=jane");
        } catch (SSLPeerUnverifiedException e) {
            return false;
        }
    }

    @AfterEach
    void stop() throws Exception {
        await(vertx.close());
    }

    private static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    /** No deadline ends: on a busy machine, a TLS handshake can take longer than the client's deadline. */
    private static final class StoppedTimers implements Timers {

        @Override
        public long set(Duration delay, Runnable task) {
            return 0;
        }

        @Override
        public void cancel(long timer) {
            // No timer runs.
        }

        @Override
        public long nanoTime() {
            return 0;
        }
    }

    private ApiClient client(AccessSettings settings) throws IOException {
        return new ApiClient(vertx, KubernetesAccess.open(settings), "test", new StoppedTimers());
    }

    private Future<JsonObject> ask(AccessSettings settings) throws IOException {
        return client(settings).json(X);
    }

    private String failure(AccessSettings settings) throws Exception {
        return await(ask(settings)
                .map(JsonObject::encode)
                .recover(e -> Future.succeededFuture(e.getClass().getSimpleName() + " " + FailureMessage.of(e))));
    }

    private AccessSettings kubeconfig(String user, String authority) throws IOException {
        String text = """
                {"current-context": "a", "contexts": [{"name": "a", "context": {"cluster": "c", "user": "u"}}],
                 "clusters": [{"name": "c", "cluster":
                   {"server": "https://127.0.0.1:%d", "certificate-authority": "%s"}}],
                 "users": [{"name": "u", "user": %s}]}
                """.formatted(port, authority, user);
        return new AccessSettings.Kubeconfig(Files.writeString(folder.resolve("config"), text), "");
    }

    @Test
    void readsTheServiceAccountBeforeEveryRequest() throws Exception {
        AccessSettings inCluster = new AccessSettings.InCluster("127.0.0.1", port, folder);
        Files.writeString(folder.resolve("ca.crt"), Pki.pem("serving-ca"));
        assertThat(failure(inCluster))
                .isEqualTo("ApiFailure the token file " + folder.resolve("token") + " cannot be read");

        ApiClient client = client(inCluster);
        Files.writeString(folder.resolve("token"), "first\n");
        assertThat(await(client.json(X)).getString("kind")).isEqualTo("A");
        Files.writeString(folder.resolve("token"), "second\n");
        assertThat(await(client.json(X)).getString("kind")).isEqualTo("A");
        assertThat(authorizations).containsExactly("Bearer first", "Bearer second");

        Files.writeString(folder.resolve("token"), "two words");
        assertThat(failure(inCluster)).contains("is not one word").doesNotContain("two words");
    }

    @Test
    void mayComeWithACertificate() throws Exception {
        Files.writeString(folder.resolve("ca.crt"), Pki.pem("serving-ca"));
        Files.writeString(folder.resolve("jane.crt"), Pki.pem("jane"));
        Files.writeString(folder.resolve("jane.key"), Pki.pem("jane-key"));

        assertThat(failure(
                        kubeconfig("{\"client-certificate\": \"jane.crt\", \"client-key\": \"jane.key\"}", "ca.crt")))
                .isEqualTo("{\"kind\":\"A\"}");
        assertThat(failure(kubeconfig("{}", "ca.crt")))
                .isEqualTo("ApiFailure the Kubernetes API server answered 401: Unauthorized");
    }

    @Test
    void trustsNobodyElse() throws Exception {
        Files.writeString(folder.resolve("ca.crt"), Pki.pem("stranger-ca"));

        assertThat(failure(kubeconfig("{\"token\": \"secret\"}", "ca.crt")))
                .startsWith("ApiFailure the Kubernetes API server cannot be reached: ")
                .doesNotContain("secret");
        assertThat(authorizations).as("no token is sent to somebody else").isEmpty();
    }
}
