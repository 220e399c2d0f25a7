package dev.sluice.exporter.api;

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
    void explainsJobsAndSumsThemUp() throws Exception {
        serve(ALL, view());

        new GoldenAnswers()
                .add("Job 11", json("/api/v1/why/job/11").at("/clusters/0/jobs/0"))
                .add("Job 13", json("/api/v1/why/job/13").at("/clusters/0/jobs/0"), "meaning", "todo")
                .add(api.orElseThrow(), "/api/v1/why/job/14_7")
                .add(api.orElseThrow(), "/api/v1/now")
                .match("why.txt");
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
