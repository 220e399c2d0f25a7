package dev.sluice.adapter.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.adapter.Pki;
import dev.sluice.adapter.config.KubernetesSettings;
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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ways to a server that looks at tokens and certificates. */
class KubernetesClientTest {

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

    private Future<JsonObject> ask(KubernetesSettings settings) throws IOException {
        return new KubernetesClient(vertx, KubernetesAccess.open(settings), Duration.ofSeconds(30)).get("/x");
    }

    private String failure(KubernetesSettings settings) throws Exception {
        return await(ask(settings)
                .map(JsonObject::encode)
                .recover(e -> Future.succeededFuture(e.getClass().getSimpleName() + " " + e.getMessage())));
    }

    private KubernetesSettings kubeconfig(String user, String authority) throws IOException {
        String text = """
                {"current-context": "a", "contexts": [{"name": "a", "context": {"cluster": "c", "user": "u"}}],
                 "clusters": [{"name": "c", "cluster":
                   {"server": "https://127.0.0.1:%d", "certificate-authority": "%s"}}],
                 "users": [{"name": "u", "user": %s}]}
                """.formatted(port, authority, user);
        return new KubernetesSettings.Kubeconfig(Files.writeString(folder.resolve("config"), text));
    }

    @Test
    void readsTheServiceAccountBeforeEveryRequest() throws Exception {
        KubernetesSettings inCluster = new KubernetesSettings.InCluster("127.0.0.1", port, folder);
        Files.writeString(folder.resolve("ca.crt"), Pki.pem("serving-ca"));
        assertThat(failure(inCluster))
                .isEqualTo("KubernetesFailure the file " + folder.resolve("token")
                        + ", for the Kubernetes API, cannot be read");

        KubernetesClient client = new KubernetesClient(vertx, KubernetesAccess.open(inCluster), Duration.ofSeconds(30));
        Files.writeString(folder.resolve("token"), "first\n");
        assertThat(await(client.get("/x")).getString("kind")).isEqualTo("A");
        Files.writeString(folder.resolve("token"), "second\n");
        assertThat(await(client.get("/x")).getString("kind")).isEqualTo("A");
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
                .isEqualTo("KubernetesFailure the Kubernetes API server answered 401: Unauthorized");
    }

    @Test
    void trustsNobodyElse() throws Exception {
        Files.writeString(folder.resolve("ca.crt"), Pki.pem("stranger-ca"));

        assertThat(failure(kubeconfig("{\"token\": \"secret\"}", "ca.crt")))
                .startsWith("KubernetesFailure the Kubernetes API server cannot be reached: ")
                .doesNotContain("secret");
        assertThat(authorizations).as("no token is sent to somebody else").isEmpty();
    }
}
