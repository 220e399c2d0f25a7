package dev.sluice.exporter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.access.Protection;
import dev.sluice.exporter.config.Loaded;
import dev.sluice.exporter.metrics.MetricBatch;
import dev.sluice.exporter.metrics.MetricCatalog;
import dev.sluice.exporter.metrics.Publications;
import dev.sluice.exporter.metrics.SelfMetrics;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.Validity;
import dev.sluice.exporter.sink.prometheus.MetricsServer;
import dev.sluice.exporter.sink.prometheus.ParsedExposition;
import dev.sluice.exporter.sink.prometheus.ParsedProtobuf;
import dev.sluice.exporter.sink.prometheus.PrometheusSink;
import dev.sluice.fixtures.GoldenFile;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the complete /metrics output for the captured 26.05 cluster. Other tests compare the values with Slurm's own
 * tools. This test detects changes of names, labels, order and format. If promtool is installed, promtool checks the
 * file.
 */
class GoldenExpositionTest {

    private static final Instant CAPTURED = CapturedSamples.AT;

    private final Publications publications = new Publications(CapturedSamples.CLOCK);
    private final PrometheusSink sink = new PrometheusSink(MetricCatalog.families(), publications);

    @Test
    void isAsItWas() throws Exception {
        CapturedSamples.publish(Loaded.changed(Loaded.DEFAULTS.metrics(), "topUsers", 5), publications::add);

        try (MetricsServer server =
                MetricsServer.start("127.0.0.1", 0, Protection.none(), sink, GoldenExpositionTest::self)) {
            String text = new String(body(server, "text/plain;version=0.0.4", "identity"), UTF_8);

            GoldenFile.at(Path.of("exporter/src/test/resources/golden/metrics-26.05.txt"))
                    .matches(text);
        }
    }

    /** With native histograms enabled, Prometheus reads the same samples, and also the native histograms. */
    @ParameterizedTest
    @ValueSource(strings = {"identity", "gzip"})
    void protobufSaysTheSameAsTheText(String encoding) throws Exception {
        CapturedSamples.publish(Loaded.changed(Loaded.DEFAULTS.metrics(), "topUsers", 5), publications::add);

        try (MetricsServer server =
                MetricsServer.start("127.0.0.1", 0, Protection.none(), sink, GoldenExpositionTest::self)) {
            byte[] text = body(server, "text/plain;version=0.0.4", encoding);
            byte[] protobuf = body(
                    server,
                    "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited",
                    encoding);

            ParsedProtobuf parsed = ParsedProtobuf.parse(protobuf);
            assertThat(parsed.asText()).isEqualTo(ParsedExposition.parse(new String(text, UTF_8)));
            assertThat(parsed.asText().families().values().stream()
                            .filter(family ->
                                    "histogram".equals(family.metadata().get("TYPE"))))
                    .isNotEmpty();
        }
    }

    private static byte[] body(MetricsServer server, String accept, String encoding) throws Exception {
        HttpResponse<byte[]> response = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/metrics"))
                                .header("Accept", accept)
                                .header("Accept-Encoding", encoding)
                                .build(),
                        HttpResponse.BodyHandlers.ofByteArray());
        assertThat(response.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith(accept.substring(0, accept.indexOf(';'))));
        return encoding.equals("gzip")
                ? new GZIPInputStream(new ByteArrayInputStream(response.body())).readAllBytes()
                : response.body();
    }

    private static MetricBatch self() {
        return MetricBatch.of(List.of(
                process(),
                SelfMetrics.JobRead.SECTION.batch(new SelfMetrics.JobRead(
                        "alpha",
                        List.of(new SelfMetrics.JobRead.Counts("jobs", Duration.ofSeconds(3))),
                        List.of(new SelfMetrics.JobRead.PredictedList(
                                13_910_400, Optional.of(Duration.ofMillis(60)), false))))));
    }

    private static MetricBatch process() {
        return SelfMetrics.SECTION.batch(new SelfMetrics(
                CAPTURED.plusSeconds(3),
                List.of(CapturedSamples.status("nodes"), failed(failed(CapturedSamples.status("jobs")))),
                Map.of("alpha", new Validity(Instant.parse("2026-11-20T10:00:00Z"), Optional.of(Duration.ofDays(1)))),
                Map.of("alpha", 1234),
                List.of(Map.entry("alpha", Duration.ofSeconds(12))),
                new SelfMetrics.ProcessState(
                        "0.1.0",
                        "17.0.15",
                        Duration.ofMillis(1250),
                        Optional.of(75_000_000L),
                        30_000_000,
                        200_000_000,
                        CAPTURED.minusSeconds(60),
                        0)));
    }

    private static SourceStatus failed(SourceStatus source) {
        return source.failed(
                FailureKind.UNEXPECTED_STATUS, "HTTP 502", CAPTURED.plusSeconds(1), Duration.ofMillis(250));
    }
}
