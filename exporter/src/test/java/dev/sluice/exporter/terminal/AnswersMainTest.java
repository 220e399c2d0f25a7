package dev.sluice.exporter.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswersMainTest {

    private static final Path TLS = Path.of("src", "test", "resources", "kubernetes", "tls");

    @TempDir
    Path account;

    private final Vertx vertx = Vertx.vertx();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final AtomicInteger requests = new AtomicInteger();

    @AfterEach
    void close() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    @Test
    void asksEveryUrlAndFailsForAnAnswerThatIsNotTheOneWanted() throws Exception {
        String base = serve(false);

        assertThat(run(1, base + "/ready", "ready", "", base + "/metrics", "metrics", ""))
                .isZero();
        assertThat(run(1, base + "/ready", "other", "", base + "/503", "503", "", base + "/last", "last", ""))
                .isOne();
        assertThat(said())
                .containsSubsequence(
                        "answers " + base + "/ready",
                        "answers " + base + "/metrics",
                        "FAILED  " + base + "/ready: no \"other\" in the response: /ready none",
                        "FAILED  " + base + "/503: HTTP 503 /503 none",
                        "answers " + base + "/last");
    }

    @Test
    void waitsForWhoIsStillStarting() throws Exception {
        assertThat(run(60, serve(false) + "/third", "third", "")).isZero();
        assertThat(requests).hasValue(3);
    }

    @ParameterizedTest
    @CsvSource({"kubernetes/tls,0,answers https://", "tls,1,SSLHandshakeException"})
    void trustsTheAuthorityOfTheFolderAlone(String authority, int exit, String message) throws Exception {
        Files.writeString(account.resolve("token"), "a-token\n");
        Files.copy(Path.of("src", "test", "resources", authority, "ca.pem"), account.resolve("ca.crt"));

        assertThat(run(1, serve(true) + "/apis", "Bearer a-token", account.toString()))
                .isEqualTo(exit);
        assertThat(said()).contains(message);
    }

    @Test
    void sendsATokenOnlyWhereItIsToldTo() throws Exception {
        Files.writeString(account.resolve("token"), "a-token\n");
        String url = serve(false) + "/";

        assertThat(run(1, url, "none", "", url, "Bearer a-token", account.toString()))
                .isZero();
    }

    @Test
    void saysWhatIsWrongWithItsArguments() {
        assertThat(run(1)).isEqualTo(2);
        assertThat(run(1, "http://127.0.0.1:1/", "x")).isEqualTo(2);
        assertThat(run(1, "file:///etc/passwd", "root", "")).isOne();
        assertThat(run(1, "127.0.0.1:80", "x", "")).isOne();
        assertThat(said())
                .contains("expected three arguments per URL", "FAILED  file:///etc/passwd: ", "FAILED  127.0.0.1:80");
    }

    private int run(int attempts, String... arguments) {
        return new AnswersMain(new PrintStream(out, true, UTF_8), attempts, Duration.ofMillis(1)).run(arguments);
    }

    private String said() {
        return out.toString(UTF_8);
    }

    /** Returns the URL of a server that answers with the path and the Authorization header. */
    private String serve(boolean tls) throws Exception {
        HttpServerOptions options = new HttpServerOptions().setHost("127.0.0.1").setPort(0);
        if (tls) {
            options.setSsl(true)
                    .setKeyCertOptions(new PemKeyCertOptions()
                            .setCertPath(
                                    TLS.resolve("server.pem").toAbsolutePath().toString())
                            .setKeyPath(TLS.resolve("server-key.pem")
                                    .toAbsolutePath()
                                    .toString()));
        }
        return (tls ? "https" : "http") + "://127.0.0.1:"
                + vertx.createHttpServer(options)
                        .requestHandler(this::answer)
                        .listen()
                        .toCompletionStage()
                        .toCompletableFuture()
                        .get(60, TimeUnit.SECONDS)
                        .actualPort();
    }

    private void answer(HttpServerRequest request) {
        boolean starting = request.path().equals("/third") && requests.incrementAndGet() < 3;
        String sent = request.getHeader("Authorization");
        request.response()
                .setStatusCode(starting || request.path().equals("/503") ? 503 : 200)
                .end(request.path() + " " + (sent == null ? "none" : sent));
    }
}
