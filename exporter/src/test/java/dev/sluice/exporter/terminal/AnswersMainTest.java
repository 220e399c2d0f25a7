package dev.sluice.exporter.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnswersMainTest {

    private static final Path TLS = Path.of("src", "test", "resources", "kubernetes", "tls");

    @TempDir
    Path account;

    private final Vertx vertx = Vertx.vertx();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @AfterEach
    void close() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    @Test
    void isFineWhereEveryUrlAnswersWithItsText() throws Exception {
        int port = serve(
                false,
                request -> request.response().end(request.path().equals("/readyz") ? "ready" : "sluice_build_info 1"));

        assertThat(run(
                        1,
                        "http://127.0.0.1:" + port + "/readyz",
                        "ready",
                        "",
                        "http://127.0.0.1:" + port + "/metrics",
                        "sluice_build_info",
                        ""))
                .isZero();
        assertThat(said()).containsSubsequence("answers http://", "/readyz", "answers http://", "/metrics");
    }

    @Test
    void failsAndShowsTheAnswerThatIsNotTheOneWanted() throws Exception {
        int port = serve(false, request -> request.response().end("somebody else"));

        assertThat(run(1, "http://127.0.0.1:" + port + "/metrics", "sluice_build_info", ""))
                .isOne();
        assertThat(said()).contains("FAILED", "no \"sluice_build_info\" in the response: somebody else");
    }

    @Test
    void failsWithTheReasonThatAnErrorGives() throws Exception {
        int port = serve(
                false,
                request -> request.response().setStatusCode(503).end("nodes of research: unreachable, ready never"));

        assertThat(run(1, "http://127.0.0.1:" + port + "/readyz", "ready", "")).isOne();
        assertThat(said()).contains("HTTP 503 nodes of research: unreachable");
    }

    @Test
    void theOtherUrlsAreAskedAfterAFailure() throws Exception {
        int port = serve(
                false,
                request -> request.response()
                        .setStatusCode(request.path().equals("/first") ? 404 : 200)
                        .end("yes"));
        String base = "http://127.0.0.1:" + port;

        assertThat(run(1, base + "/first", "yes", "", base + "/second", "yes", ""))
                .isOne();
        assertThat(said()).contains("FAILED  " + base + "/first", "answers " + base + "/second");
    }

    @Test
    void waitsForWhoIsStillStarting() throws Exception {
        AtomicInteger requests = new AtomicInteger();
        int port = serve(
                false,
                request -> request.response()
                        .setStatusCode(requests.incrementAndGet() < 3 ? 503 : 200)
                        .end("ready"));

        assertThat(run(60, "http://127.0.0.1:" + port + "/readyz", "ready", "")).isZero();
        assertThat(requests).hasValue(3);
    }

    @Test
    void asksTheKubernetesApiWithTheAccountOfThePod() throws Exception {
        Files.writeString(account.resolve("token"), "a-token\n");
        Files.copy(TLS.resolve("ca.pem"), account.resolve("ca.crt"));
        int port = serve(
                true,
                request -> request.response()
                        .end(
                                "Bearer a-token".equals(request.getHeader("Authorization"))
                                        ? "APIResourceList"
                                        : "who are you"));

        assertThat(run(1, "https://127.0.0.1:" + port + "/apis/x", "APIResourceList", account.toString()))
                .as(said())
                .isZero();
    }

    @Test
    void trustsNobodyButTheClustersAuthority() throws Exception {
        Files.writeString(account.resolve("token"), "a-token\n");
        Files.copy(Path.of("src", "test", "resources", "tls", "ca.pem"), account.resolve("ca.crt"));
        int port = serve(true, request -> request.response().end("APIResourceList"));

        assertThat(run(1, "https://127.0.0.1:" + port + "/apis/x", "APIResourceList", account.toString()))
                .isOne();
        assertThat(said()).contains("FAILED", "SSLHandshakeException");
    }

    @Test
    void sendsATokenOnlyWhereItIsToldTo() throws Exception {
        Files.writeString(account.resolve("token"), "a-token\n");
        int port = serve(
                false,
                request -> request.response().end(request.getHeader("Authorization") == null ? "none" : "a token"));
        String url = "http://127.0.0.1:" + port + "/";

        assertThat(run(1, url, "none", "", url, "a token", account.toString())).isZero();
    }

    @Test
    void saysWhatItExpectsWhereAnArgumentIsMissing() {
        assertThat(run(1)).isEqualTo(2);
        assertThat(run(1, "http://127.0.0.1:1/", "x")).isEqualTo(2);
        assertThat(said()).contains("expected three arguments per URL");
    }

    @Test
    void whatIsNoUrlFails() {
        assertThat(run(1, "file:///etc/passwd", "root", "")).isOne();
        assertThat(run(1, "127.0.0.1:80", "x", "")).isOne();
        assertThat(said()).contains("FAILED  file:///etc/passwd: ", "FAILED  127.0.0.1:80");
    }

    private int run(int attempts, String... arguments) {
        return new AnswersMain(new PrintStream(out, true, UTF_8), attempts, Duration.ofMillis(1)).run(arguments);
    }

    private String said() {
        return out.toString(UTF_8);
    }

    private int serve(boolean tls, Consumer<HttpServerRequest> handler) throws IOException {
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
        HttpServer server = vertx.createHttpServer(options).requestHandler(handler::accept);
        try {
            return server.listen()
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(60, TimeUnit.SECONDS)
                    .actualPort();
        } catch (Exception e) {
            throw new IOException(e);
        }
    }
}
