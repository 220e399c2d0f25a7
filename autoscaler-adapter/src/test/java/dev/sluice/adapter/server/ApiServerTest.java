package dev.sluice.adapter.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.adapter.api.KubernetesApi;
import dev.sluice.adapter.demand.Demand;
import dev.sluice.adapter.metrics.MetricLookup;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApiServerTest {

    private static final String EXTERNAL = "/apis/external.metrics.k8s.io/v1beta1";

    private final Vertx vertx = Vertx.vertx();
    private final Demand nothing = new Demand(List.of(), List.of());
    private int port;

    @AfterEach
    void stop() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    private void start(Predicate<List<X509Certificate>> admitted) throws Exception {
        MetricLookup lookup = new MetricLookup(() -> nothing, Map.of(), BigDecimal.ZERO);
        ApiServer server = new ApiServer(
                vertx,
                "127.0.0.1",
                0,
                Optional.empty(),
                admitted,
                new KubernetesApi(lookup, Optional::empty, "1.2.3"),
                new AdapterMetrics(List.of(), () -> nothing, lookup, "1.2.3"),
                System::nanoTime);
        port = server.start().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/healthz", "/livez", "/readyz", "/readyz?verbose", "/apis", "/version"})
    void tellsEverybodyThatItIsWellAndWhatItOffers(String path) throws Exception {
        start(chain -> false);

        assertThat(get(path).statusCode()).isEqualTo(200);
    }

    @Test
    void answersUnauthorizedAndInternalErrorsAsStatus() throws Exception {
        start(chain -> {
            assertThat(chain).as("over plain HTTP").isEmpty();
            return false;
        });
        String values = EXTERNAL + "/namespaces/slurm/slurm_nodeset_desired_replicas";
        assertThat(get(values).statusCode()).isEqualTo(401);
        assertThat(get(values).body()).contains("\"reason\":\"Unauthorized\"");
        start(chain -> {
            throw new IllegalStateException("on holiday");
        });
        assertThat(get(values).statusCode()).isEqualTo(500);
        assertThat(get(values).body()).contains("\"reason\":\"InternalError\"").doesNotContain("holiday");
    }

    @Test
    void takesLongSelectorsAndManyGroupsAndRefusesWhatIsEndless() throws Exception {
        start(chain -> true);
        String selector = "labelSelector=nodeset+in+(" + "gpu-partition,".repeat(1500) + "x)";
        String groups = "X-Remote-Group: a-group-of-a-large-organisation\r\n".repeat(1000);

        assertThat(raw("GET " + EXTERNAL + "/namespaces/a/slurm_nodeset_desired_replicas?" + selector
                        + " HTTP/1.1\r\nHost: a\r\n" + groups + "Connection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 404")
                .contains("no series of slurm_nodeset_desired_replicas matches");
        assertThat(raw("GET /" + "a".repeat(40_000) + " HTTP/1.1\r\nHost: a\r\n\r\n"))
                .containsPattern("^HTTP/1\\.[01] 414 ")
                .contains("\"kind\":\"Status\"");
        assertThat(raw("GET /apis HTTP/1.1\r\nHost: a\r\nX: " + "a".repeat(70_000) + "\r\n\r\n"))
                .containsPattern("^HTTP/1\\.[01] 431 ")
                .contains("\"kind\":\"Status\"");
    }

    @Test
    void headHasTheHeadersOfGetAndNoBody() throws Exception {
        start(chain -> true);

        String head = raw("HEAD /apis HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");

        assertThat(head)
                .startsWith("HTTP/1.1 200")
                .containsIgnoringCase("content-length: ")
                .endsWith("\r\n\r\n");
    }

    @Test
    void everyOddRequestGetsAStatusAndTheServerLives() throws Exception {
        start(chain -> true);
        Random random = new Random(4);
        String alphabet = "/%?&=+aA0.;:,!()-_~*'\"<>{}|\\^`[]@#";
        for (int round = 0; round < 300; round++) {
            StringBuilder target = new StringBuilder(random.nextBoolean() ? EXTERNAL + "/namespaces/" : "/");
            for (int length = random.nextInt(40); length > 0; length--) {
                target.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            String answer = raw("GET " + target + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
            assertThat(answer).as(target.toString()).matches("(?s)HTTP/1\\.[01] (200|400|404) .*");
            assertThat(answer).as(target.toString()).contains("{").doesNotContain("Exception");
        }
        assertThat(get("/apis").statusCode()).isEqualTo(200);
    }

    private HttpResponse<String> get(String target) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + target))
                                .build(),
                        BodyHandlers.ofString());
    }

    private String raw(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write(request.getBytes(ISO_8859_1));
            socket.getOutputStream().flush();
            return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
        }
    }
}
