package dev.sluice.adapter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.adapter.demand.DemandSamples;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class OperationsTest {

    @Test
    void tellsWhatItServesAndHow() throws IOException {
        try (FakeExporter exporter = FakeExporter.answering(200, DemandSamples.bytes("two-clusters.json"));
                AdapterFixture adapter = AdapterFixture.reading("lab=" + exporter.url())) {
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(
                            () -> assertThat(adapter.operations("/readyz").body())
                                    .isEqualTo("ok\ncluster research: served\ncluster teaching: served\n"));
            adapter.desired("nodeset=gpu,cluster=research");
            adapter.desired("nodeset=gpu");
            adapter.get("/apis/a/b/c/d");
            adapter.get("/apis");

            assertThat(adapter.operations("/metrics").body().lines())
                    .contains(
                            "sluice_adapter_requests_total{code=\"200\",metric=\"slurm_nodeset_desired_replicas\"} 1.0",
                            "sluice_adapter_requests_total{code=\"400\",metric=\"slurm_nodeset_desired_replicas\"} 1.0",
                            "sluice_adapter_requests_total{code=\"404\",metric=\"unknown\"} 1.0",
                            "sluice_adapter_requests_total{code=\"200\",metric=\"discovery\"} 1.0",
                            "sluice_adapter_request_seconds_count{metric=\"slurm_nodeset_desired_replicas\"} 2",
                            "sluice_adapter_exporter_up{exporter=\"lab\"} 1.0",
                            "sluice_adapter_cluster_trusted{cluster=\"research\"} 1.0",
                            "sluice_adapter_cluster_age_seconds{cluster=\"research\"} 3.2",
                            "sluice_adapter_value{cluster=\"research\",metric=\"slurm_nodeset_desired_replicas\","
                                    + "namespace=\"slurm\",nodeset=\"gpu\",partition=\"\","
                                    + "resource=\"nodesets.slinky.slurm.net\"} 12.0",
                            "sluice_adapter_series 9.0",
                            "sluice_adapter_build_info{version=\"1.2.3\"} 1");

            adapter.time.advance(Duration.ofSeconds(87));
            exporter.answer(500, "no".getBytes(UTF_8));
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(
                            () -> assertThat(adapter.operations("/metrics").body())
                                    .contains("sluice_adapter_cluster_trusted{cluster=\"research\"} 0.0")
                                    .doesNotContain("cluster=\"research\",metric="));
        }
    }

    @Test
    void knowsItsPathsAndNoOthers() throws IOException {
        try (AdapterFixture adapter = AdapterFixture.reading("http://127.0.0.1:1")) {
            assertThat(adapter.operations("/livez").body()).isEqualTo("ok\n");
            assertThat(adapter.operations("/").statusCode()).isEqualTo(404);
            assertThat(adapter.operations("/apis").statusCode()).isEqualTo(404);
        }
    }
}
