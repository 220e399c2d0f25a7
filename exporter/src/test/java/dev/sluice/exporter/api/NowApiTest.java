package dev.sluice.exporter.api;

import static dev.sluice.exporter.api.SmallCluster.JOBS;
import static dev.sluice.exporter.api.SmallCluster.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.exporter.api.view.Visibility;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the overview of an exporter with two clusters. */
class NowApiTest {

    @SuppressWarnings("NullAway.Init")
    private ServedApi api;

    @BeforeEach
    void start() throws Exception {
        api = new ServedApi(
                Visibility.NOBODY, SmallCluster.named("alpha", JOBS), SmallCluster.named("beta", List.of(JOBS.get(0))));
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void showsAllClustersUnlessOneIsNamed() throws Exception {
        assertThat(api.json("/api/v1/now").path("clusters"))
                .extracting(cluster -> cluster.path("name").asText())
                .containsExactly("alpha", "beta");
        assertThat(api.json("/api/v1/now?cluster=beta").path("clusters"))
                .extracting(cluster -> cluster.path("name").asText())
                .containsExactly("beta");
        assertThat(api.get("/api/v1/now?cluster=gamma").body())
                .isEqualTo("{\"error\":\"no cluster gamma; known clusters: alpha, beta\"}");
    }

    @Test
    void summaryHasTheSumsOfEachClusterAndNoNodesOneByOne() throws Exception {
        JsonNode whole = api.json("/api/v1/now");
        JsonNode summary = api.json("/api/v1/now?summary=true");

        for (String sum : List.of("/name", "/ready", "/sources", "/jobs", "/nodes/byState", "/nodes/ageSeconds")) {
            assertThat(summary.at("/clusters/1" + sum).toString())
                    .as(sum)
                    .isNotEmpty()
                    .isEqualTo(whole.at("/clusters/1" + sum).toString());
        }
        assertThat(whole.at("/clusters/1/nodes/list")).hasSize(2);
        assertThat(summary.at("/clusters/1/nodes").has("list")).isFalse();
        assertThat(summary.at("/clusters/1").has("scaling")).isFalse();
        assertThat(summary.path("now").asText()).isEqualTo(NOW.toString());
    }
}
