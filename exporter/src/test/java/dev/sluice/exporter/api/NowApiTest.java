package dev.sluice.exporter.api;

import static dev.sluice.exporter.api.SmallCluster.JOBS;
import static dev.sluice.exporter.api.SmallCluster.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.exporter.api.ExporterStatus.ClusterView;
import dev.sluice.exporter.derive.NameRule;
import dev.sluice.exporter.derive.QueueCounts;
import dev.sluice.exporter.derive.QueueCounts.CountCorrection;
import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.job.JobCounts;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.publish.Published;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests the overview of an exporter with two clusters. */
class NowApiTest {

    private static final QueueCounts COUNTED = QueueCounts.of(
            new JobCounts(
                    Map.of(JobState.PENDING, 7L), Map.of("gpu", Map.of(JobState.PENDING, 7L)), Map.of(), Map.of(), 7),
            CountCorrection.NONE,
            List.of("gpu"),
            new SeriesBudget(5, 5, 5, 5, 5, 5, NameRule.SHOW, NameRule.SHOW));

    @RegisterExtension
    private final ServedApi api = new ServedApi(
            Visibility.NOBODY, SmallCluster.named("alpha", JOBS), SmallCluster.named("beta", List.of(JOBS.get(0))));

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

    private static ClusterView counted(SlurmSource source, QueueCounts counts, long expiresIn) {
        return SmallCluster.published(
                SmallCluster.named("alpha", JOBS),
                "counts",
                Optional.of(new Published.Counts(source, counts, NOW.minusSeconds(3), NOW.plusSeconds(expiresIn))));
    }

    private JsonNode counts(ClusterView view) throws Exception {
        try (ServedApi counting = new ServedApi(Visibility.NOBODY, view)) {
            return counting.json("/api/v1/now").at("/clusters/0");
        }
    }

    @Test
    void showsTheNumbersOfSlurmctldAndNoOthersBesideThem() throws Exception {
        JsonNode cluster = counts(counted(SlurmSource.COUNTS, COUNTED, 87));

        assertThat(cluster.at("/jobCounts").toString())
                .isEqualTo("{\"source\":\"counts\",\"observedAt\":\"" + NOW.minusSeconds(3)
                        + "\",\"ageSeconds\":3,\"byState\":{\"pending\":7},"
                        + "\"partitions\":[{\"name\":\"gpu\",\"byState\":{\"pending\":7}}]}");
        assertThat(cluster.path("jobs").has("byState")).isFalse();
        assertThat(cluster.at("/jobs/partitions/0").has("byState")).isFalse();
    }

    @Test
    void showsTheListWhileThatIsFresh() throws Exception {
        ClusterView view = SmallCluster.named("alpha", JOBS);
        JsonNode cluster = counts(counted(
                SlurmSource.JOBS,
                QueueCounts.of(view.published().queue().orElseThrow().summary()),
                87));

        assertThat(cluster.at("/jobCounts/source").asText()).isEqualTo("jobs");
        assertThat(cluster.at("/jobs/byState/pending").asLong()).isEqualTo(33);
    }

    @Test
    void showsNoCountsThatAreTooOld() throws Exception {
        assertThat(counts(counted(SlurmSource.COUNTS, COUNTED, 0)).has("jobCounts"))
                .isFalse();
    }
}
