package dev.sluice.exporter.api;

import static dev.sluice.exporter.config.Loaded.changed;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.exporter.api.ExporterStatus.ClusterView;
import dev.sluice.exporter.derive.scaling.Demands;
import dev.sluice.exporter.derive.scaling.PoolDemand;
import dev.sluice.exporter.derive.scaling.ScalingDemand;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.derive.signal.Signal;
import dev.sluice.fixtures.GoldenFile;
import java.io.ByteArrayInputStream;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DemandApiTest {

    private static final String GPU = "/api/v1/demand/slurm/gpu";

    private final ObjectMapper json = new ObjectMapper();
    private volatile List<Signal> report = List.of();

    @RegisterExtension
    private final ServedApi api = new ServedApi(
            Visibility.NOBODY,
            SampleDemands.NOW,
            () -> ServedApi.status(
                    SampleDemands.NOW, report.stream().map(SampleDemands::view).toArray(ClusterView[]::new)));

    @Test
    void writesEveryClusterAndNodeSet() throws Exception {
        serve(SampleDemands.research(), SampleDemands.teaching());

        assertAnswer("/api/v1/demand", 200, "two-clusters.json");
    }

    @Test
    void writesEveryNodeSetAndEveryJobAsText() throws Exception {
        serve(SampleDemands.research(), SampleDemands.staleTeaching(), SampleDemands.metal());

        GoldenFile.at(Path.of("exporter/src/test/resources/golden/demand.txt"))
                .matches(api.get("/api/v1/demand?explain=true&format=text").body());
    }

    @Test
    void ageIsNeverNegative() throws Exception {
        Signal early = changed(SampleDemands.research(), "observedAt", Optional.of(SampleDemands.NOW.plusSeconds(60)));
        serve(early);

        assertThat(tree(api.get("/api/v1/demand")).at("/clusters/0/ageSeconds").asText())
                .isEqualTo("0");
    }

    @Test
    void answersWhereAtLeastOneClusterPublishes() throws Exception {
        serve(SampleDemands.research(), SampleDemands.staleTeaching());

        assertAnswer("/api/v1/demand", 200, "explained.json", "jobs");
        assertAnswer("/api/v1/demand?explain=true", 200, "explained.json");
        assertAnswer("/api/v1/demand?explain=false", 200, "explained.json", "jobs");
    }

    @Test
    void isUnavailableWhereNoClusterPublishes() throws Exception {
        serve(SampleDemands.unpolledResearch(), SampleDemands.staleTeaching());

        assertAnswer("/api/v1/demand", 503, "not-publishing.json");
        assertAnswer("/api/v1/demand?explain=true", 503, "not-publishing.json");
    }

    @Test
    void givesOneNodeSetOfTheNamedCluster() throws Exception {
        serve(SampleDemands.research(), SampleDemands.teaching());

        assertAnswer(GPU + "?cluster=research", 200, "nodeset.json");
        assertThat(tree(api.get(GPU + "?cluster=teaching")).path("desired").asText())
                .isEqualTo("0");
        // Only one cluster has a NodeSet of this name.
        assertThat(tree(api.get("/api/v1/demand/slurm/cpu")).path("cluster").asText())
                .isEqualTo("research");
        JsonNode jobs = sample("explained.json").at("/clusters/0/jobs");
        assertThat(jobs).hasSize(5);
        assertThat(tree(api.get(GPU + "?cluster=research&explain=true")).path("jobs"))
                .containsExactly(jobs.get(0), jobs.get(1), jobs.get(2), jobs.get(3));
    }

    @Test
    void saysWhyANodeSetHasNoNumberToBeSet() throws Exception {
        serve(SampleDemands.metal());

        assertAnswer("/api/v1/demand", 200, "not-scalable.json");
        assertError(
                "/api/v1/demand/slurm/h100",
                503,
                "NodeSet slurm/h100 in cluster metal gets no number:"
                        + " SUNK's NodeSets cannot be scaled, their node pools can");
    }

    @Test
    void refusesToChooseBetweenClusters() throws Exception {
        serve(SampleDemands.research(), SampleDemands.teaching());

        assertError(
                GPU,
                409,
                "several NodeSets are named slurm/gpu: NodeSet slurm/gpu in cluster research,"
                        + " StatefulSet slurm/gpu in cluster teaching; choose with ?cluster=");
    }

    @Test
    void refusesToChooseBetweenKindsOfOneCluster() throws Exception {
        PoolDemand namesake = Demands.pool(new PoolName("research", "slurm", "gpu", "StatefulSet", "apps/v1"), "max 1");
        serve(SampleDemands.publishing(
                "research",
                SampleDemands.NOW,
                Demands.demand(List.of(SampleDemands.gpuOfResearch(), namesake), List.of(), List.of())));

        assertError(
                GPU + "?cluster=research",
                409,
                "several NodeSets are named slurm/gpu: NodeSet slurm/gpu in cluster research,"
                        + " StatefulSet slurm/gpu in cluster research; rename one");
    }

    @Test
    void givesNoNumberThatMayBeAnotherClustersOnce() throws Exception {
        serve(SampleDemands.unpolledResearch(), SampleDemands.teaching());

        assertError(
                GPU,
                503,
                "cluster research: no complete poll yet; it may also have a NodeSet slurm/gpu, so choose with"
                        + " ?cluster=");
        assertThat(api.get(GPU + "?cluster=teaching").statusCode()).isEqualTo(200);
    }

    @Test
    void namesTheKnownNodeSetsWhereThereIsNoSuch() throws Exception {
        serve(SampleDemands.research());

        assertError(
                "/api/v1/demand/slurm/gpus",
                404,
                "no NodeSet slurm/gpus; known NodeSets: NodeSet slurm/cpu in cluster research,"
                        + " NodeSet slurm/gpu in cluster research");
        assertError(GPU + "?cluster=cloud", 404, "no cluster cloud; known clusters: research");
    }

    /** The event loop, which also polls slurmrestd, would compress the whole body in one step. */
    @Test
    void compressesALargeAnswerOnAWorkerThread() throws Exception {
        ScalingDemand small = SampleDemands.research().demand().orElseThrow();
        serve(SampleDemands.publishing(
                "research",
                SampleDemands.NOW,
                small.withJobs(Collections.nCopies(5_000, small.jobs().get(0)))));

        HttpResponse<byte[]> response = api.bytes("/api/v1/demand?explain=true", "Accept-Encoding", "gzip");

        assertThat(response.headers().allValues("Content-Encoding")).containsExactly("gzip");
        assertThat(json.readTree(new GZIPInputStream(new ByteArrayInputStream(response.body())))
                        .at("/clusters/0/jobs"))
                .hasSize(5_000);
        byte[] plain = api.bytes("/api/v1/demand?explain=true", "Accept-Encoding", "gzip;q=0")
                .body();
        assertThat(json.readTree(plain).at("/clusters/0/jobs")).hasSize(5_000);
    }

    private void serve(Signal... clusters) {
        report = List.of(clusters);
    }

    private void assertAnswer(String path, int status, String sample, String... without) throws Exception {
        HttpResponse<String> response = api.get(path);
        JsonNode expected = sample(sample);
        for (String member : without) {
            expected.path("clusters").forEach(cluster -> ((ObjectNode) cluster).remove(member));
        }
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(tree(response)).isEqualTo(expected);
    }

    private void assertError(String path, int status, String message) throws Exception {
        HttpResponse<String> response = api.get(path);

        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(tree(response).size()).isEqualTo(1);
        assertThat(tree(response).path("error").asText()).isEqualTo(message);
    }

    private JsonNode tree(HttpResponse<String> response) throws Exception {
        return json.readTree(response.body());
    }

    private JsonNode sample(String name) throws Exception {
        return json.readTree(getClass().getResourceAsStream("/demand/v1/" + name));
    }
}
