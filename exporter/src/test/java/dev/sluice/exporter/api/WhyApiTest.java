package dev.sluice.exporter.api;

import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.exporter.access.Protection;
import dev.sluice.exporter.api.view.ClusterDemand;
import dev.sluice.exporter.api.view.ClusterStatus;
import dev.sluice.exporter.api.view.ClusterView;
import dev.sluice.exporter.api.view.DemandReport;
import dev.sluice.exporter.api.view.ExporterStatus;
import dev.sluice.exporter.api.view.Visibility;
import dev.sluice.exporter.derive.CapacitySummary;
import dev.sluice.exporter.derive.NameRule;
import dev.sluice.exporter.derive.QueueSummary;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeBaseState;
import dev.sluice.exporter.model.node.NodeBuilder;
import io.vertx.core.Vertx;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A small cluster by hand: two nodes with four GPUs each, one of them down, and jobs that wait for several things. */
class WhyApiTest {

    private static final Instant NOW = Instant.ofEpochSecond(JobBuilder.NOW);
    private static final Visibility ALL = new Visibility(NameRule.SHOW, NameRule.SHOW, true);
    private static final List<Job> JOBS = List.of(
            job(10).in("gpu").runningOn("n1").gpus("h100", 3).build(),
            named(
                    job(11).in("gpu").gpus("h100", 8).nodes(2).priority(50).build(),
                    "<b>train</b>",
                    JobBuilder.NOW + 600),
            job(12).in("gpu").reason("Priority").gpus("", 1).priority(40).build(),
            job(13).in("gpu,cpu").reason("JobHeldUser").priority(0).held().build(),
            job(14).in("gpu")
                    .reason("JobArrayTaskLimit")
                    .array(14, 30, 2)
                    .priority(60)
                    .build(),
            job(15).in("gpu").array(14, 1, 2).runningOn("n1").build(),
            named(job(16).in("cpu").state(JobState.COMPLETED).reason("None").build(), "", JobBuilder.NOW + 60));

    private final HttpClient client = HttpClient.newHttpClient();
    private final Vertx vertx = Vertx.vertx();
    private Optional<ApiServer> server = Optional.empty();
    private int port;

    @AfterEach
    void stop() throws Exception {
        if (server.isPresent()) {
            server.get().close().toCompletionStage().toCompletableFuture().get();
        }
        vertx.close().toCompletionStage().toCompletableFuture().get();
    }

    @Test
    void explainsAJobThatWaits() throws Exception {
        serve(ALL, view(Duration.ofSeconds(3), Optional.empty()));

        JsonNode job = json("/api/v1/why/job/11").at("/clusters/0/jobs/0");

        assertThat(job.path("state").asText()).isEqualTo("pending");
        assertThat(job.path("reason").asText()).isEqualTo("Resources");
        assertThat(job.path("reasonClass").asText()).isEqualTo("resources");
        assertThat(job.at("/places/0").toString())
                .isEqualTo("{\"partition\":\"gpu\",\"position\":2,\"of\":3,\"tasksBefore\":30}");
        assertThat(job.at("/asks/gpus").toString()).isEqualTo("[{\"type\":\"h100\",\"count\":8}]");
        assertThat(job.at("/exists/0/gpus").toString())
                .isEqualTo("[{\"type\":\"h100\",\"allocated\":3,\"idle\":1,\"unavailable\":4}]");
        assertThat(job.at("/exists/0/nodes").toString()).isEqualTo("{\"mixed\":1,\"down\":1}");
        assertThat(job.path("expectedStartAt").asText())
                .isEqualTo(NOW.plusSeconds(600).toString());
        assertThat(job.at("/scaling/withheld").asText()).isEqualTo("Kubernetes is not configured");
    }

    @Test
    void showsAnArrayAndItsTasksWithWhatWaitsFirst() throws Exception {
        serve(ALL, view(Duration.ofSeconds(3), Optional.empty()));

        JsonNode found = json("/api/v1/why/job/14_7").at("/clusters/0");

        assertThat(found.path("byState").toString()).isEqualTo("{\"pending\":30,\"running\":1}");
        assertThat(found.path("jobs"))
                .extracting(job -> job.path("jobId").asInt())
                .containsExactly(14, 15);
        assertThat(found.at("/jobs/1/runsOn").asText()).isEqualTo("n1");
        assertThat(found.at("/jobs/1").has("reason")).isFalse();
    }

    @Test
    void sumsUpWhatWaitsEachJobOnce() throws Exception {
        serve(ALL, view(Duration.ofSeconds(3), Optional.empty()));

        JsonNode cluster = json("/api/v1/now").at("/clusters/0");

        assertThat(cluster.at("/jobs/byState").toString()).isEqualTo("{\"pending\":33,\"running\":2,\"completed\":1}");
        assertThat(cluster.at("/jobs/pending"))
                .extracting(pending -> pending.path("class").asText() + " "
                        + pending.path("jobs").asInt())
                .containsExactly("resources 1", "priority 1", "limit 30", "held 1");
        assertThat(cluster.path("gpus").toString())
                .isEqualTo("[{\"type\":\"h100\",\"allocated\":3,\"idle\":1,\"unavailable\":4,\"asked\":8},"
                        + "{\"type\":\"any\",\"asked\":1}]");
        assertThat(cluster.at("/nodes/list/1/reason").asText()).isEqualTo("<script>alert(1)</script>");
    }

    @ParameterizedTest
    @CsvSource({
        "/api/v1/why/job/99, 404, no job 99 among",
        "/api/v1/why/job/abc, 400, a job id is a number",
        "/api/v1/why/job/0, 400, a job id is a number from 1",
        "/api/v1/why/job/000, 400, a job id is a number from 1",
        "/api/v1/why/user/nobody, 404, no job of user nobody",
        "/api/v1/why/nodeset/slurm/gpu, 503, Kubernetes is not configured"
    })
    void saysWhatIsWrongWithAQuestion(String path, int status, String words) throws Exception {
        serve(ALL, view(Duration.ofSeconds(3), Optional.empty()));

        var response = get(path);

        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.body()).contains(words);
    }

    @Test
    void saysThatWhatItShowsIsOldWhileJobsCannotBeRead() throws Exception {
        serve(ALL, view(Duration.ofSeconds(60), Optional.of("connection refused")));

        JsonNode cluster = json("/api/v1/why/job/11").at("/clusters/0");

        assertThat(cluster.path("ageSeconds").asInt()).isEqualTo(60);
        assertThat(cluster.path("outdated").asText()).endsWith("connection refused");
    }

    @Test
    void showsNothingThatIsTooOld() throws Exception {
        serve(ALL, view(Duration.ofSeconds(90), Optional.of("connection refused")));

        JsonNode cluster = json("/api/v1/now").at("/clusters/0");

        assertThat(cluster.at("/jobs/withheld").asText()).contains("older than the 90 s", "connection refused");
        assertThat(cluster.path("jobs")).hasSize(1);
        assertThat(cluster.path("nodes")).hasSize(1);
        assertThat(cluster.path("gpus")).isEmpty();
        assertThat(get("/api/v1/why/job/11").statusCode()).isEqualTo(503);
        assertThat(get("/api/v1/why/job/99").statusCode()).isEqualTo(503);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/v1/now", "/api/v1/why/job/11", "/api/v1/why/user/user"})
    void namesNobodyWhereThatIsNotAllowed(String path) throws Exception {
        serve(Visibility.NOBODY, view(Duration.ofSeconds(3), Optional.empty()));

        assertThat(get(path).body()).doesNotContain("\"user\":", "\"name\":\"<b>train</b>\"");
        assertThat(get("/api/v1/why/user/user").statusCode()).isEqualTo(403);
    }

    @Test
    void hidesUsersByTheRuleOfMetrics() throws Exception {
        serve(new Visibility(NameRule.HASH, NameRule.SHOW, false), view(Duration.ofSeconds(3), Optional.empty()));
        String hash = NameRule.HASH.apply("user");

        assertThat(json("/api/v1/why/job/11").at("/clusters/0/jobs/0/user").asText())
                .isEqualTo(hash);
        assertThat(json("/api/v1/why/user/" + hash).at("/clusters/0/jobs")).hasSize(7);
        assertThat(get("/api/v1/why/user/user").statusCode()).isEqualTo(200);
    }

    private static Job named(Job job, String name, long expectedStartAt) {
        return JobBuilder.of(job).named(name).expectedStartAt(expectedStartAt).build();
    }

    private static ClusterView view(Duration age, Optional<String> failure) {
        Instant at = NOW.minus(age);
        List<Node> nodes = List.of(
                node("n1", NodeBaseState.MIXED, 3, ""), node("n2", NodeBaseState.DOWN, 0, "<script>alert(1)</script>"));
        return new ClusterView(
                new ClusterStatus(
                        "alpha",
                        true,
                        Optional.empty(),
                        List.of(source("jobs", at, failure), source("nodes", at, failure)),
                        Optional.empty()),
                Optional.of(new ClusterView.Queue(JOBS, QueueSummary.of(JOBS, List.of("cpu", "gpu"), at, 5, 5), at)),
                Optional.of(new ClusterView.Nodes(
                        nodes.stream().map(JoinedNode::outsideKubernetes).toList(),
                        CapacitySummary.of(nodes, List.of("cpu", "gpu")),
                        at)),
                ClusterDemand.withoutNodeSets("alpha", "Kubernetes is not configured"),
                Map.of());
    }

    private static SourceStatus source(String name, Instant at, Optional<String> failure) {
        return SourceStatuses.of(
                "alpha",
                name,
                "v0.0.45",
                Optional.of(at),
                Duration.ofSeconds(90),
                failure.map(message -> new SourceStatus.Failure(FailureKind.UNREACHABLE, message, at.plusSeconds(5))),
                Duration.ofMillis(20),
                1000,
                Duration.ofSeconds(15));
    }

    private static Node node(String name, NodeBaseState base, long allocatedGpus, String reason) {
        return NodeBuilder.node(name)
                .state(base, Set.of())
                .usable(64, 0, GpuCounts.of("h100", 4))
                .allocated(0, 0, GpuCounts.of("h100", allocatedGpus))
                .reason(reason, "root", 1)
                .build();
    }

    private void serve(Visibility visibility, ClusterView view) throws Exception {
        ApiSources sources = new ApiSources(
                () -> new ExporterStatus(
                        "0.1.0", NOW, "http://127.0.0.1:9341/metrics", List.of(view.status()), Optional.empty()),
                () -> new DemandReport(List.of(view.demand())),
                () -> List.of(view),
                visibility);
        ApiServer started =
                new ApiServer(vertx, "127.0.0.1", 0, Protection.none(), Clock.fixed(NOW, ZoneOffset.UTC), sources);
        server = Optional.of(started);
        port = started.start().toCompletionStage().toCompletableFuture().get();
    }

    private JsonNode json(String path) throws Exception {
        return new ObjectMapper().readTree(get(path).body());
    }

    private HttpResponse<String> get(String path) throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                        .build(),
                BodyHandlers.ofString());
    }
}
