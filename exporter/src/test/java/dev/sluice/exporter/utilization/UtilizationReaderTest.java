package dev.sluice.exporter.utilization;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.sluice.common.net.RemoteServer;
import dev.sluice.common.tls.ClientTls;
import dev.sluice.exporter.derive.waste.GpuUse;
import dev.sluice.fixtures.SettableClock;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server with the responses of Prometheus; promtool tests the query itself. */
class UtilizationReaderTest {

    private static final String KNOWN = """
            {"status": "success", "data": {"resultType": "vector", "result": [
              {"metric": {"cluster": "alpha", "job_id": "7", "amount": "percent"}, "value": [1795600000, "45"]},
              {"metric": {"cluster": "alpha", "job_id": "7", "amount": "gpus"}, "value": [1795600000, "2"]},
              {"metric": {"cluster": "alpha", "job_id": "7", "amount": "idle"}, "value": [1795600000, "1"]}]}}
            """;

    private final SettableClock clock = new SettableClock(Instant.parse("2026-11-26T12:00:00Z"));
    private final BlockingQueue<String> requests = new LinkedBlockingQueue<>();
    private final Vertx vertx = Vertx.vertx();
    private HttpServer server;

    @TempDir
    private Path folder;

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void utilizationIsKnownByClusterUntilItIsTooOld() throws Exception {
        answer(200, KNOWN);
        UtilizationReader reader = reader(Optional.empty());

        assertThat(reader.of("alpha").problem()).contains("Prometheus has not been read yet");
        reader.start();
        awaitUse(reader, use -> use.problem().isEmpty());

        assertThat(reader.of("alpha").byJob()).isEqualTo(Map.of(7L, new GpuUse.OfJob(45, 2, 1)));
        assertThat(reader.of("beta")).isEqualTo(GpuUse.NOT_MEASURED);
        assertThat(requests.poll(10, TimeUnit.SECONDS)).isEqualTo("none /base/api/v1/query " + UtilizationQuery.TEXT);
        clock.pass(Duration.ofMinutes(5));
        assertThat(reader.of("alpha").problem()).isEmpty();
        clock.pass(Duration.ofSeconds(1));
        assertThat(reader.of("alpha").byJob()).isEmpty();
        assertThat(reader.of("alpha").problem()).isPresent();
    }

    @Test
    void theTokenIsReadFromItsFile() throws Exception {
        answer(200, KNOWN);
        Path token = Files.writeString(folder.resolve("token"), "secret\n");
        UtilizationReader reader = reader(Optional.of(token));

        reader.start();
        awaitUse(reader, use -> use.problem().isEmpty());

        assertThat(requests.poll(10, TimeUnit.SECONDS)).startsWith("Bearer secret /base/api/v1/query");
    }

    @Test
    void failuresSayWhatIsWrongAndNeverQuoteTheToken() throws Exception {
        answer(401, "secret");
        Path token = Files.writeString(folder.resolve("token"), "secret words");
        String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/base";

        assertThat(problem(Optional.empty())).isEqualTo(url + " answers HTTP 401");
        assertThat(problem(Optional.of(token)))
                .isEqualTo("the token file of prometheus.urlTokenFile is not one word of ASCII characters");
        assertThat(problem(Optional.of(folder.resolve("none"))))
                .contains("none")
                .doesNotContain("secret");
    }

    @Test
    void anErrorOfTheQueryIsQuoted() throws Exception {
        answer(422, "{\"status\":\"error\",\"errorType\":\"execution\",\"error\":\"too many samples\"}");

        assertThat(problem(Optional.empty())).isEqualTo("Prometheus cannot evaluate the query: too many samples");
    }

    @Test
    void thePageOfAProxyIsNotAnExplanation() throws Exception {
        answer(503, "text/html", "<html>no server is available</html>");

        assertThat(problem(Optional.empty())).endsWith("/base answers HTTP 503");
    }

    private String problem(Optional<Path> token) {
        UtilizationReader reader = reader(token);
        reader.start();
        return awaitUse(
                        reader,
                        use -> use.problem()
                                .filter(text -> !text.contains("not been read"))
                                .isPresent())
                .problem()
                .orElseThrow();
    }

    private UtilizationReader reader(Optional<Path> token) {
        RemoteServer prometheus =
                new RemoteServer(false, "127.0.0.1", server.getAddress().getPort(), "/base", ClientTls.DEFAULTS);
        return new UtilizationReader(vertx, clock, new UtilizationSettings(prometheus, token));
    }

    private void answer(int status, String body) {
        answer(status, "application/json", body);
    }

    private void answer(int status, String type, String body) {
        server.createContext("/", exchange -> {
            String[] query = exchange.getRequestURI().getRawQuery().split("=", 2);
            requests.add(Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization"))
                            .orElse("none")
                    + " " + exchange.getRequestURI().getPath() + " " + URLDecoder.decode(query[1], UTF_8));
            byte[] bytes = body.getBytes(UTF_8);
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
    }

    private static GpuUse awaitUse(UtilizationReader reader, Predicate<GpuUse> holds) {
        return await().atMost(Duration.ofMinutes(1)).until(() -> reader.of("alpha"), holds);
    }
}
