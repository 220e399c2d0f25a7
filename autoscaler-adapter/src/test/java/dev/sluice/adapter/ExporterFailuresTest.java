package dev.sluice.adapter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.adapter.demand.DemandSamples;
import dev.sluice.adapter.keda.KedaClient;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the responses to an autoscaler while an exporter fails, over real connections. */
@Tag("slow")
class ExporterFailuresTest {

    private static final byte[] GOOD = DemandSamples.bytes("two-clusters.json");
    private static final String GPU = "nodeset=gpu,cluster=research";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Test
    void startsBeforeItsExporterAndReadsItOnceItIsThere() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        try (AdapterFixture adapter = AdapterFixture.reading("http://127.0.0.1:" + port)) {
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(adapter.desired(GPU).body())
                            .contains("no demand from http://127.0.0.1:" + port + " since the adapter started at"
                                    + " 2026-11-20T08:00:10Z (connection refused)"));
            assertUnavailable(adapter.desired(GPU));
            assertStillThere(adapter);

            try (FakeExporter exporter = FakeExporter.at(port, 200, GOOD)) {
                awaitValue(adapter, "12");
                assertThat(exporter.requests()).isPositive();
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "200|garbage|undecodable|not JSON",
                "200|{\"version\":2}|unsupported_version|version 2 of /api/v1/demand is not known",
                "200|{\"version\":1}|undecodable|clusters: Missing required",
                "404|nothing here|unexpected_status|HTTP 404",
                "302|elsewhere|unexpected_status|HTTP 302 redirects: a proxy or login page answers, not the exporter",
                "503|bad gateway|unexpected_status|HTTP 503: a gateway answers, not the exporter; check --exporter",
                "401|who|unauthorized|HTTP 401: check the exporters' token or client certificate",
            })
    void namesWhatIsWrongWithAnAnswer(int status, String body, String kind, String complaint) throws IOException {
        try (FakeExporter exporter = FakeExporter.answering(200, GOOD);
                AdapterFixture adapter = AdapterFixture.reading("lab=" + exporter.url())) {
            awaitValue(adapter, "12");

            exporter.answer(status, body.getBytes(UTF_8));
            awaitMetric(adapter, "sluice_adapter_exporter_failures_total{exporter=\"lab\",kind=\"" + kind + "\"}");
            assertThat(adapter.desired(GPU).statusCode()).isEqualTo(200);
            adapter.time.advance(Duration.ofSeconds(87));

            assertUnavailable(adapter.desired(GPU));
            assertThat(adapter.desired(GPU).body()).contains(complaint);
            assertStillThere(adapter);
        }
    }

    @Test
    void refusesAnAnswerWithoutEnd() throws IOException {
        try (FakeExporter exporter = FakeExporter.answering(200, new byte[5 << 20]);
                AdapterFixture adapter = AdapterFixture.reading("lab=" + exporter.url())) {
            awaitMetric(adapter, "kind=\"undecodable\"");
            assertThat(adapter.operations("/readyz").body()).contains("the response has more than 4 MiB");
        }
    }

    @Test
    void givesUpOnAnAnswerThatDoesNotCome() throws IOException {
        try (FakeExporter exporter = FakeExporter.answering(200, GOOD);
                AdapterFixture adapter = AdapterFixture.reading("lab=" + exporter.url())) {
            exporter.hang();
            awaitMetric(adapter, "kind=\"timeout\"");

            exporter.answer(200, GOOD);
            awaitValue(adapter, "12");
        }
    }

    @Test
    void readsTheTokenBeforeEveryRequest(@TempDir Path folder) throws IOException {
        Path token = Files.writeString(folder.resolve("token"), "old\n");
        try (FakeExporter exporter = FakeExporter.answering(200, GOOD)) {
            exporter.wantToken("new");
            try (AdapterFixture adapter =
                    AdapterFixture.with("--exporter=" + exporter.url(), "--exporter-token=" + token)) {
                awaitMetric(adapter, "kind=\"unauthorized\"");
                Files.writeString(token, "new\nold\n");
                awaitValue(adapter, "12");
            }
        }
    }

    @Test
    void replicasGiveTheSameAnswerFromTheSameData() throws IOException {
        try (FakeExporter exporter = FakeExporter.answering(200, GOOD)) {
            String[] settings = {"--exporter=" + exporter.url(), "--keda-port=0"};
            try (AdapterFixture one = AdapterFixture.with(settings);
                    AdapterFixture two = AdapterFixture.with(settings)) {
                awaitValue(one, "12");
                awaitValue(two, "12");
                assertSame(one, two);
                assertThat(kedaSays(one)).isEqualTo("12");

                exporter.answer(503, DemandSamples.bytes("not-publishing.json"));
                for (AdapterFixture adapter : List.of(one, two)) {
                    await().atMost(PATIENCE).untilAsserted(() -> assertUnavailable(adapter.desired(GPU)));
                }
                assertSame(one, two);
                assertThat(kedaSays(one))
                        .isEqualTo("UNAVAILABLE: cluster research: withheld by " + exporter.url()
                                + " since 2026-11-20T08:00:10Z (no complete poll yet)");
            }
        }
    }

    private static void assertSame(AdapterFixture one, AdapterFixture two) {
        for (String path : List.of(
                AdapterFixture.EXTERNAL,
                AdapterFixture.EXTERNAL
                        + "/namespaces/slurm/slurm_nodeset_desired_replicas?labelSelector=nodeset,cluster",
                AdapterFixture.EXTERNAL
                        + "/namespaces/slurm/slurm_partition_pending_nodes?labelSelector=partition,cluster",
                AdapterFixture.CUSTOM
                        + "/namespaces/slurm/nodesets.slinky.slurm.net/gpu/slurm_nodeset_desired_replicas")) {
            assertThat(one.get(path).statusCode()).isEqualTo(two.get(path).statusCode());
            assertThat(one.get(path).body()).isEqualTo(two.get(path).body());
        }
        assertThat(kedaSays(one)).isEqualTo(kedaSays(two));
    }

    private static String kedaSays(AdapterFixture adapter) {
        try (KedaClient keda = KedaClient.of(adapter.kedaPort())) {
            return keda.metric(
                            "slurm", Map.of("nodeset", "gpu", "cluster", "research"), "slurm_nodeset_desired_replicas")
                    .get(1)
                    .toString();
        } catch (StatusRuntimeException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static void awaitValue(AdapterFixture adapter, String value) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(adapter.desired(GPU).body()).contains("\"value\":\"" + value + "\""));
    }

    private static void awaitMetric(AdapterFixture adapter, String sample) {
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(adapter.operations("/metrics").body()).contains(sample));
    }

    private static void assertUnavailable(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).contains("\"kind\":\"Status\"").contains("\"reason\":\"ServiceUnavailable\"");
        assertThat(answer.headers().map()).doesNotContainKey("retry-after");
    }

    private static void assertStillThere(AdapterFixture adapter) {
        assertThat(adapter.get(AdapterFixture.EXTERNAL).statusCode()).isEqualTo(200);
        assertThat(adapter.get("/apis").statusCode()).isEqualTo(200);
        assertThat(adapter.get("/readyz").statusCode()).isEqualTo(200);
        assertThat(adapter.operations("/readyz").statusCode()).isEqualTo(200);
        assertThat(adapter.operations("/livez").statusCode()).isEqualTo(200);
    }
}
