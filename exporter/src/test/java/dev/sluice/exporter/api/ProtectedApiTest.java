package dev.sluice.exporter.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.common.RawConnection.Reply;
import dev.sluice.exporter.access.ListenConfig;
import dev.sluice.exporter.access.Protection;
import dev.sluice.exporter.access.TlsClient;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProtectedApiTest {

    private static final String TOKEN = "Authorization: Bearer s3cret";

    /** {@code printf ops:hunter2 | base64} and {@code printf ops:wrong | base64}. */
    private static final String PASSWORD = "Authorization: Basic b3BzOmh1bnRlcjI=";

    private static final String WRONG_PASSWORD = "Authorization: Basic b3BzOndyb25n";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private final List<ServedApi> running = new ArrayList<>();

    @AfterEach
    void stop() {
        running.forEach(ServedApi::close);
    }

    private record Running(int port, Protection protection) {}

    private Running serve(Optional<ListenConfig.Tls> tls) throws Exception {
        ListenConfig.Auth auth = new ListenConfig.Auth(
                Optional.of(Files.writeString(folder.resolve("token"), "s3cret\n")),
                Optional.of(new ListenConfig.Auth.Basic(
                        "ops", Files.writeString(folder.resolve("password"), "hunter2\n"))));
        Protection protection = Protection.of("api", new ListenConfig("127.0.0.1", 0, tls, Optional.of(auth)), false);
        ServedApi api = new ServedApi(
                protection,
                new TrustedProxy(Optional.empty()),
                Visibility.NOBODY,
                SmallCluster.empty("secret-cluster", false));
        running.add(api);
        return new Running(api.port(), protection);
    }

    static Stream<String> everything() {
        return Stream.of(
                "/",
                "/page.js",
                "/icon.svg",
                "/api/v1/status",
                "/api/v1/now",
                "/api/v1/demand",
                "/api/v1/demand?explain=true",
                "/api/v1/demand/slurm/gpu",
                "/api/v1/why/job/1",
                "/unknown",
                "/livez/",
                "//livez",
                "/%6civez",
                "/livez/../api/v1/now",
                "/readyz/x");
    }

    @ParameterizedTest
    @MethodSource("everything")
    void refusesEverythingThatIsNoProbe(String target) throws Exception {
        try (TlsClient client = TlsClient.plain(serve(Optional.empty()).port())) {
            Reply silent = client.get(target);
            Reply wrong = client.get(target, WRONG_PASSWORD);

            assertThat(silent.status()).isEqualTo(401);
            assertThat(silent.header("WWW-Authenticate"))
                    .containsExactly("Basic realm=\"sluice\", charset=\"UTF-8\"", "Bearer realm=\"sluice\"");
            assertThat(silent.text()).isEqualTo("{\"error\":\"unauthorized: token or password required\"}");
            assertThat(wrong.status()).isEqualTo(401);
            assertThat(wrong.header("WWW-Authenticate")).hasSize(2);
            assertThat(wrong.text()).isEqualTo("{\"error\":\"unauthorized: wrong token or password\"}");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {TOKEN, PASSWORD})
    void answersWhoKnowsTheTokenOrThePassword(String header) throws Exception {
        try (TlsClient client = TlsClient.plain(serve(Optional.empty()).port())) {
            Reply page = client.get("/", header);
            Reply script = client.get("/page.js", header, "Accept-Encoding: gzip");

            assertThat(page.status()).isEqualTo(200);
            assertThat(page.text()).startsWith("<!doctype html>");
            assertThat(script.status()).isEqualTo(200);
            assertThat(script.header("Content-Encoding")).containsExactly("gzip");
            assertThat(client.get("/api/v1/status", header).text()).contains("secret-cluster");
            assertThat(client.get("/unknown", header).status()).isEqualTo(404);
        }
    }

    @Test
    void probesAreAnsweredButToldNothingOfTheCluster() throws Exception {
        try (TlsClient client = TlsClient.plain(serve(Optional.empty()).port())) {
            assertThat(client.get("/livez").text()).isEqualTo("ok");
            Reply ready = client.get("/readyz");
            assertThat(ready.status()).isEqualTo(503);
            assertThat(ready.text()).isEqualTo("not ready");
            assertThat(client.get("/readyz", TOKEN).text()).contains("secret-cluster");
        }
    }

    @Test
    void mutualTlsAnswersProbesWithoutACertificateAndNothingElse() throws Exception {
        Running running = serve(Optional.of(new ListenConfig.Tls(
                TlsClient.pem("server"), TlsClient.pem("server-key"), Optional.of(TlsClient.pem("ca")))));
        try (TlsClient client = TlsClient.secure(running.port())) {
            assertThat(client.get("/livez").status()).isEqualTo(200);
            assertThat(client.get("/readyz", TOKEN).text()).isEqualTo("not ready");
            Reply refused = client.get("/api/v1/now", TOKEN);
            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.header("WWW-Authenticate")).isEmpty();
            assertThat(refused.text()).isEqualTo("{\"error\":\"forbidden: client certificate required\"}");
        }
        try (TlsClient client = TlsClient.showing(running.port(), "client")) {
            assertThat(client.get("/api/v1/status").status())
                    .as("a certificate does not take the token's place")
                    .isEqualTo(401);
            assertThat(client.get("/api/v1/status", TOKEN).status()).isEqualTo(200);
        }
        assertThat(running.protection().refused()).containsEntry("no_certificate", 1L);
        try (Socket silent = new Socket(InetAddress.getLoopbackAddress(), running.port())) {
            silent.setSoTimeout(60_000);
            // A handshake has little time.
            assertThat(silent.getInputStream().read()).isEqualTo(-1);
        }
    }
}
