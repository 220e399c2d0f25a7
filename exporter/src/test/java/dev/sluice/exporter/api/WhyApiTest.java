package dev.sluice.exporter.api;

import static dev.sluice.exporter.api.SmallCluster.NOW;
import static dev.sluice.exporter.api.SmallCluster.view;
import static dev.sluice.exporter.api.view.Visibility.ALL;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.exporter.api.view.ClusterView;
import dev.sluice.exporter.api.view.Visibility;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the reasons why jobs of the {@link SmallCluster} are pending. */
class WhyApiTest {

    private Optional<ServedApi> api = Optional.empty();

    @AfterEach
    void stop() throws Exception {
        if (api.isPresent()) {
            api.get().close();
        }
    }

    @Test
    void explainsAJobThatWaits() throws Exception {
        serve(ALL, view());

        JsonNode job = json("/api/v1/why/job/11").at("/clusters/0/jobs/0");

        assertThat(job.path("state").asText()).isEqualTo("pending");
        assertThat(job.path("reason").asText()).isEqualTo("Resources");
        assertThat(job.path("reasonClass").asText()).isEqualTo("resources");
        assertThat(job.at("/places/0").toString())
                .isEqualTo(
                        "{\"partition\":\"gpu\",\"position\":2,\"of\":3,\"tasksBefore\":30,\"before\":{\"limit\":30},"
                                + "\"sentence\":\"Number 2 of 3 in partition gpu by priority; none of the jobs ahead can start"
                                + " now.\"}");
        assertThat(job.at("/asks/gpus").toString()).isEqualTo("[{\"type\":\"h100\",\"count\":8}]");
        assertThat(job.at("/exists/0/gpus").toString())
                .isEqualTo("[{\"type\":\"h100\",\"allocated\":3,\"idle\":1,\"unavailable\":4}]");
        assertThat(job.at("/exists/0/nodes").toString()).isEqualTo("{\"mixed\":1,\"down\":1}");
        assertThat(job.path("expectedStartAt").asText())
                .isEqualTo(NOW.plusSeconds(600).toString());
        assertThat(job.at("/scaling/withheld").asText()).isEqualTo("Kubernetes is not configured");
    }

    @Test
    void namesTheJobInTheCommand() throws Exception {
        serve(ALL, view());

        assertThat(json("/api/v1/why/job/13").at("/clusters/0/jobs/0/todo").asText())
                .isEqualTo("Release the job as its user: scontrol release 13.");
    }

    @Test
    void showsAnArrayAndItsTasksWithWhatWaitsFirst() throws Exception {
        serve(ALL, view());

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
        serve(ALL, view());

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
        "/api/v1/why/job/99, 404, no job 99 in slurmctld",
        "/api/v1/why/job/abc, 400, a job id is a number",
        "/api/v1/why/job/0, 400, a job id is a number from 1",
        "/api/v1/why/job/000, 400, a job id is a number from 1",
        "/api/v1/why/user/nobody, 404, no job of user nobody",
        "/api/v1/why/nodeset/slurm/gpu, 503, Kubernetes is not configured"
    })
    void saysWhatIsWrongWithAQuestion(String path, int status, String words) throws Exception {
        serve(ALL, view());

        var response = get(path);

        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.body()).contains(words);
    }

    @Test
    void saysThatWhatItShowsIsOldWhileJobsCannotBeRead() throws Exception {
        serve(ALL, view(Duration.ofSeconds(60), Optional.of("connection refused")));

        JsonNode cluster = json("/api/v1/why/job/11").at("/clusters/0");

        assertThat(cluster.path("ageSeconds").asInt()).isEqualTo(60);
        assertThat(cluster.path("outdated").asText()).startsWith("connection refused since ");
    }

    @Test
    void showsNothingThatIsTooOld() throws Exception {
        serve(ALL, view(Duration.ofSeconds(90), Optional.of("connection refused")));

        JsonNode cluster = json("/api/v1/now").at("/clusters/0");

        assertThat(cluster.at("/jobs/withheld").asText())
                .contains("older than the limit of 90 s", "connection refused");
        assertThat(cluster.path("jobs")).hasSize(1);
        assertThat(cluster.path("nodes")).hasSize(1);
        assertThat(cluster.path("gpus")).isEmpty();
        assertThat(get("/api/v1/why/job/11").statusCode()).isEqualTo(503);
        assertThat(get("/api/v1/why/job/99").statusCode()).isEqualTo(503);
    }

    private void serve(Visibility visibility, ClusterView view) throws Exception {
        api = Optional.of(new ServedApi(visibility, view));
    }

    private JsonNode json(String path) throws Exception {
        return api.orElseThrow().json(path);
    }

    private HttpResponse<String> get(String path) throws Exception {
        return api.orElseThrow().get(path);
    }
}
