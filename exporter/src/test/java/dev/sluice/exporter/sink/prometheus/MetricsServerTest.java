package dev.sluice.exporter.sink.prometheus;

import static dev.sluice.exporter.sink.prometheus.SampleFamilies.CATALOGUE;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.NOON;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.SERIES;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.gunzip;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.jobs;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.publication;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.exporter.access.Protection;
import dev.sluice.exporter.metrics.MetricBatch;
import dev.sluice.exporter.metrics.Publications;
import dev.sluice.fixtures.SettableClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MetricsServerTest {

    private static final String HEADERS = "# HELP slurm_queue_jobs Jobs by state.\n# TYPE slurm_queue_jobs gauge\n";
    private static final String SAMPLE = "slurm_queue_jobs{cluster=\"alpha\",partition=\"gpu\",state=\"pending\"} 7\n";
    private static final String SELF =
            "# HELP sluice_series Series that are served.\n# TYPE sluice_series gauge\nsluice_series 1\n";
    private static final String TEXT = HEADERS + SAMPLE + SELF;

    private final Publications publications = new Publications(new SettableClock(NOON));
    private final PrometheusSink sink = new PrometheusSink(CATALOGUE, publications);
    private final HttpClient client = HttpClient.newHttpClient();
    private MetricsServer server;

    @BeforeEach
    void start() throws IOException {
        publications.add(publication("alpha", "jobs", jobs("alpha", 7)));
        server = MetricsServer.start("127.0.0.1", 0, Protection.none(), sink, this::live);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void servesTextToAClientThatAsksForNothingSpecial() throws Exception {
        var response = get("/metrics");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(header(response, "Content-Type")).isEqualTo("text/plain; version=0.0.4; charset=utf-8");
        assertThat(header(response, "Content-Length")).isEqualTo(Integer.toString(TEXT.length()));
        assertThat(header(response, "Content-Encoding")).isEmpty();
        assertThat(new String(response.body(), UTF_8)).isEqualTo(TEXT);
    }

    @Test
    void leadsFromTheRootToTheMetrics() throws Exception {
        var root = get("/");

        assertThat(root.statusCode()).isEqualTo(200);
        assertThat(header(root, "Content-Type")).isEqualTo("text/html; charset=utf-8");
        assertThat(new String(root.body(), UTF_8)).contains("<a href=\"metrics\">Metrics</a>");
        assertThat(get("/nothing").statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "GZIP", "x-gzip", "deflate, gzip;q=0.5", "gzip ; q=0.1,deflate"})
    void compressesWhereTheClientAllowsIt(String acceptEncoding) throws Exception {
        var response = get("/metrics", "Accept-Encoding", acceptEncoding);

        assertThat(header(response, "Content-Encoding")).isEqualTo("gzip");
        assertThat(header(response, "Vary")).isEqualTo("Accept, Accept-Encoding");
        assertThat(header(response, "Content-Length")).isEqualTo(Integer.toString(response.body().length));
        assertThat(gunzip(response.body())).isEqualTo(TEXT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "name%5B%5D=slurm_queue_jobs",
                "name[]=slurm_queue_jobs",
                "name[]=unknown&debug&name[]=slurm_queue_jobs",
                "name%5B%5D=slurm%5Fqueue%5Fjobs"
            })
    void servesTheFamiliesThatAreNamed(String query) throws Exception {
        assertThat(exchange("GET /metrics?" + query))
                .startsWith("HTTP/1.1 200 ")
                .endsWith("\r\n\r\n" + HEADERS + SAMPLE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"text/plain|''", "application/openmetrics-text|'# EOF\n'"})
    void answersWithAnEmptyExpositionWhereNoNamedFamilyExists(String accept, String body) throws Exception {
        var response = get("/metrics?name%5B%5D=x", "Accept", accept);

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(new String(response.body(), UTF_8)).isEqualTo(body);

        var compressed = get("/metrics?name%5B%5D=x", "Accept", accept, "Accept-Encoding", "gzip");
        assertThat(gunzip(compressed.body())).isEqualTo(body);
    }

    @ParameterizedTest
    @ValueSource(strings = {"identity", "gzip"})
    void answersHeadAsGetButWithoutBody(String acceptEncoding) throws Exception {
        var get = get("/metrics", "Accept-Encoding", acceptEncoding);
        var head = send("HEAD", "/metrics", "Accept-Encoding", acceptEncoding);

        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        for (String name : new String[] {"Content-Type", "Content-Length", "Content-Encoding", "Vary"}) {
            assertThat(header(head, name)).as(name).isEqualTo(header(get, name));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS", "PATCH"})
    void refusesOtherMethods(String method) throws Exception {
        var response = send(method, "/metrics");

        assertThat(response.statusCode()).isEqualTo(405);
        assertThat(header(response, "Allow")).isEqualTo("GET, HEAD");
    }

    @Test
    void answersSeveralRequestsOverOneConnectionWithoutDelayedPackets() throws Exception {
        assertThat(System.getProperty("sun.net.httpserver.nodelay")).isEqualTo("true");
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            for (int i = 0; i < 3; i++) {
                socket.getOutputStream().write("GET /metrics HTTP/1.1\r\nHost: sluice\r\n\r\n".getBytes(ISO_8859_1));
                var answer = new StringBuilder();
                while (!answer.toString().endsWith(TEXT)) {
                    int next = socket.getInputStream().read();
                    assertThat(next).as("bytes after: %s", answer).isNotNegative();
                    answer.append((char) next);
                }
                assertThat(answer).startsWith("HTTP/1.1 200 OK\r\n");
            }
        }
    }

    @Test
    void saysSoWhenTheLiveMetricsFail() throws Exception {
        MetricBatch broken = visitor -> visitor.sample(SERIES, 1, "one label too many");
        try (var failing = MetricsServer.start("127.0.0.1", 0, Protection.none(), sink, () -> broken)) {
            var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + failing.port() + "/metrics"))
                    .build();
            var response = client.send(request, BodyHandlers.ofString());

            assertThat(response.statusCode()).isEqualTo(500);
            assertThat(response.body()).isEqualTo("cannot encode metrics, see the exporter's log\n");
        }
    }

    @Test
    void saysWhichPortIsTaken() {
        assertThatThrownBy(() -> MetricsServer.start("127.0.0.1", server.port(), Protection.none(), sink, this::live))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(
                        "cannot serve metrics on 127.0.0.1 port " + server.port() + " (prometheus.port): ");
    }

    private MetricBatch live() {
        int series = publications.seriesOf("alpha");
        return visitor -> visitor.sample(SERIES, series);
    }

    private HttpResponse<byte[]> get(String path, String... headers) throws Exception {
        return send("GET", path, headers);
    }

    private HttpResponse<byte[]> send(String method, String path, String... headers) throws Exception {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .method(method, method.startsWith("P") ? BodyPublishers.ofString("body") : BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofByteArray());
    }

    /** Sends a request line that no client library has changed. Returns the complete response. */
    private String exchange(String request) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream()
                    .write((request + " HTTP/1.1\r\nHost: sluice\r\nConnection: close\r\n\r\n").getBytes(ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), UTF_8).replace(SELF, "");
        }
    }

    private static String header(HttpResponse<?> response, String name) {
        return response.headers().firstValue(name).orElse("");
    }
}
