package dev.sluice.common.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.common.blocking.BlockingCall;
import dev.sluice.common.net.EventLoop;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KubernetesAccessTest {

    private static final String FRAME = """
            apiVersion: v1
            kind: Config
            current-context: lab
            contexts:
              - {name: other, context: {cluster: none}}
              - {name: lab, context: {cluster: here, user: me}}
            clusters:
              - name: here
                cluster: {CLUSTER}
            users:
              - name: me
                user: {USER}
            """;

    private final Vertx vertx = EventLoop.create();
    private final Queue<String> tokens = new ConcurrentLinkedQueue<>();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @AfterEach
    void close() throws IOException {
        EventLoop.await(vertx.close(), 30);
    }

    private String server() throws IOException {
        HttpServer server = vertx.createHttpServer().requestHandler(request -> {
            String token = String.valueOf(request.getHeader("Authorization"));
            tokens.add(token);
            request.response().setStatusCode(token.equals("Bearer expired") ? 401 : 200);
            request.response().end("{\"major\": \"1\", \"minor\": \"36\"}");
        });
        return "http://127.0.0.1:"
                + EventLoop.await(server.listen(0, "127.0.0.1"), 30).actualPort();
    }

    private KubernetesAccess kubeconfig(String cluster, String user) throws IOException {
        return open(FRAME.replace("CLUSTER", cluster).replace("USER", user), "");
    }

    private KubernetesAccess open(String text, String context) throws IOException {
        Path file = Files.writeString(folder.resolve("config"), text);
        return open(new AccessSettings.Kubeconfig(file, context));
    }

    private KubernetesAccess open(AccessSettings settings) throws IOException {
        KubernetesAccess access = new KubernetesAccess(vertx, settings, "sluice-test");
        EventLoop.await(access.open(), 30);
        return access;
    }

    private static String version(KubernetesAccess access) throws IOException {
        return access.send(client -> client.getKubernetesVersion().getMinor(), e -> true);
    }

    @Test
    void aTokenFileIsReadAgainForEachRequest() throws Exception {
        Path token = Files.writeString(folder.resolve("token"), "first\n");
        KubernetesAccess access = kubeconfig("server: '" + server() + "'", "tokenFile: token, token: other");
        version(access);
        Files.writeString(token, "second\n");
        version(access);
        assertThat(tokens).containsExactly("Bearer first", "Bearer second");
    }

    @Test
    void anExecPluginRunsAgainAfterARefusalAndDelaysOnlyTheCaller() throws Exception {
        Path token = Files.writeString(folder.resolve("token"), "expired");
        Path plugin = Files.writeString(folder.resolve("plugin"), """
                #!/bin/sh
                cd "${0%/*}"
                [ -e ran ] && touch again && while [ -e again ]; do sleep 0.1; done
                touch ran
                echo '{"apiVersion": "client.authentication.k8s.io/v1", "kind": "ExecCredential",'
                echo '"status": {"token": "'"$(cat token)"'"}}'
                """);
        assertThat(plugin.toFile().setExecutable(true)).isTrue();
        KubernetesAccess access = kubeconfig(
                "server: '" + server() + "'", "exec: {apiVersion: client.authentication.k8s.io/v1, command: ./plugin}");
        Future<String> minor = new BlockingCall<>("asking", Duration.ofMinutes(1), () -> version(access)).result(vertx);
        while (Files.notExists(folder.resolve("again"))) {
            EventLoop.await(vertx.timer(10), 30);
        }
        EventLoop.await(vertx.timer(10), 30);
        Files.writeString(token, "of-the-plugin");
        Files.delete(folder.resolve("again"));
        assertThat(EventLoop.await(minor, 30)).isEqualTo("36");
        assertThat(tokens).containsExactly("Bearer expired", "Bearer of-the-plugin");
    }

    @Test
    void aPodUsesItsServiceAccount() throws Exception {
        Files.writeString(folder.resolve("token"), "first");
        AccessSettings settings = new AccessSettings.InCluster("fd00::1", 443, folder);
        assertThatThrownBy(() -> open(settings))
                .isInstanceOf(IOException.class)
                .hasMessage("the file " + folder.resolve("ca.crt") + " cannot be read");
        assertThatThrownBy(() -> open(AccessSettings.inCluster(Map.of())))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("outside a cluster");
    }

    @ParameterizedTest
    @CsvSource({"'', 'is empty'", "'two words', 'is not one word'", "'absent', 'cannot be read'"})
    void aTokenThatCannotBeUsedIsAFailureWithoutItsContent(String content, String message) throws Exception {
        if (!content.equals("absent")) {
            Files.writeString(folder.resolve("token"), content);
        }
        KubernetesAccess access = kubeconfig("server: '" + server() + "'", "tokenFile: token");
        assertThatThrownBy(() -> version(access))
                .hasStackTraceContaining("the token file " + folder.resolve("token") + " " + message)
                .hasMessageNotContaining("two words");
        assertThat(tokens).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "server: 'https://a'|exec: {apiVersion: v1, command: /bin/false}|exec plugin returned no token",
                "server: 'https://a'|as: admin|has a user with as, which is not supported",
                "server: 'https://a'|username: admin|has a user with username, which is not supported",
                "server: 'https://a', tls-server-name: b|token: a|has a cluster with tls-server-name",
                "server: 'ftp://a'|token: a|has a server that is not http:// or https:// with a host",
                "server: ':'|token: a|has a server that is not",
                "x: 1|token: a|has a cluster without server",
                "server: 'https://a'|client-certificate: a|has a client certificate or a key, but not both",
            })
    void refusesWhatItDoesNotUnderstand(String cluster, String user, String complaint) {
        assertThatThrownBy(() -> kubeconfig(cluster, user))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the kubeconfig " + folder.resolve("config"))
                .hasMessageContaining(complaint);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "token: [secret|''|is not YAML as kubectl writes it",
                "[]|''|is not YAML as kubectl writes it",
                "{}|''|has no current-context",
                "current-context: a|''|has no entry \"a\" in its contexts",
                "current-context: a|b|has no entry \"b\" in its contexts",
            })
    void refusesWhatIsNone(String text, String context, String complaint) {
        assertThatThrownBy(() -> open(text, context))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(complaint)
                .hasMessageNotContaining("secret");
    }

    @Test
    void filesOfTheKubeconfigMustBeReadable() {
        assertThatThrownBy(() -> kubeconfig("server: 'https://a', certificate-authority: ca.pem", "token: a"))
                .hasMessage("the file " + folder.resolve("ca.pem") + " cannot be read");
        assertThatThrownBy(() -> open(new AccessSettings.Kubeconfig(folder.resolve("none"), "")))
                .hasMessage("the file " + folder.resolve("none") + " cannot be read");
        assertThatThrownBy(
                        () -> kubeconfig("server: 'https://a'", "client-certificate-data: UEVN, client-key-data: UEVN"))
                .hasMessageContaining("the certificates or the key for access to Kubernetes are invalid");
    }
}
