package dev.sluice.exporter.api;

import static dev.sluice.exporter.api.SmallCluster.view;
import static dev.sluice.exporter.api.Visibility.ALL;
import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.exporter.api.ExporterStatus.ClusterView;
import dev.sluice.exporter.model.job.JobState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the lists of jobs and nodes of the {@link SmallCluster}, and the reasons why jobs are pending. */
class ListApiTest {

    @RegisterExtension
    private final ServedApi api = new ServedApi(ALL, view());

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                          | 14 11 12 13 10 15 16",
                "state=pending               | 14 11 12 13",
                "state=completed             | 16",
                "partition=cpu               | 13 16",
                "partition=gpu&state=running | 10 15",
                "reason=Priority             | 12",
                "reason_class=held           | 13",
                "reason_class=limit          | 14",
                "node=n1                     | 10 15",
                "node=n2                     | ''",
                "user=user                   | 14 11 12 13 10 15 16",
                "user=nobody                 | ''",
                "account=nobody              | ''",
                "sort=gpus&partition=gpu     | 11 10 12 13 14 15",
                "sort=id                     | 10 11 12 13 14 15 16",
                "array=14                    | 14 15",
                "array=99                    | ''",
                "gpu_type=any                | 12",
                "gpu_type=h100&state=pending | 11",
                "gpu_type=a100               | ''",
                "fold=true                   | 14 11 12 13 10 15 16",
                "limit=2                     | 14 11",
                "limit=2&page=2              | 12 13",
                "limit=2&page=4              | 16",
                "limit=2&page=5              | ''"
            })
    void listsTheJobsThatMatch(String query, String ids) throws Exception {
        JsonNode cluster = api.json("/api/v1/jobs?" + query).at("/clusters/0");

        assertThat(ids(cluster)).isEqualTo(ids);
    }

    /** Tasks 15, 17 and 19 of array 14 are running, 18 has failed, and 28 tasks are pending in one record. */
    @Test
    void foldsTheRecordsOfAnArrayByStateAndReason() throws Exception {
        ClusterView array = SmallCluster.named(
                "alpha",
                List.of(
                        job(15).in("gpu").array(14, 1, 2).runningOn("n1").build(),
                        job(16).in("gpu").runningOn("n1").build(),
                        job(17).in("gpu").array(14, 1, 2).runningOn("n1").build(),
                        job(18).in("gpu").array(14, 1, 2).state(JobState.FAILED).build(),
                        job(14).in("gpu")
                                .reason("JobArrayTaskLimit")
                                .array(14, 28, 2)
                                .build(),
                        job(19).in("gpu").array(14, 1, 2).runningOn("n1").build()));
        try (ServedApi old = new ServedApi(ALL, array)) {
            JsonNode folded = old.json("/api/v1/jobs?fold=true&sort=id").at("/clusters/0");
            String second = "/api/v1/jobs?fold=true&sort=id&limit=2&page=2";

            assertThat(ids(folded)).isEqualTo("14 15 16 18");
            assertThat(folded.path("jobs"))
                    .extracting(row -> row.path("tasks") + " " + row.path("folded"))
                    .containsExactly("28 ", "3 3", "1 ", "1 ");
            assertThat(folded.path("records").asInt()).isEqualTo(6);
            assertThat(folded.path("rows").asInt()).isEqualTo(4);
            assertThat(ids(old.json(second).at("/clusters/0"))).isEqualTo("16 18");
            assertThat(old.json(second).at("/clusters/0/pages").asInt()).isEqualTo(2);
            assertThat(ids(old.json("/api/v1/jobs?array=14&state=running&sort=id")
                            .at("/clusters/0")))
                    .isEqualTo("15 17 19");
        }
    }

    @Test
    void countsAllThatMatchAndNotThisPageAlone() throws Exception {
        JsonNode cluster = api.json("/api/v1/jobs?limit=2&partition=gpu").at("/clusters/0");

        assertThat(cluster.path("records").asInt()).isEqualTo(6);
        assertThat(cluster.path("pages").asInt()).isEqualTo(3);
        assertThat(cluster.path("byState").toString()).isEqualTo("{\"pending\":33,\"running\":2}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "state=waiting    | state is one of pending, running",
                "reason_class=own | reason_class is one of resources, priority",
                "sort=age         | sort is one of priority, wait, gpus, nodes, start, end, id",
                "limit=501        | limit is a number from 1 to 500",
                "limit=0          | limit is a number from 1 to 500",
                "page=2001        | page is a number from 1 to 2000",
                "page=x           | page is a number from 1 to 2000",
                "array=4_1        | array is a job id",
                "partiton=gpu     | unknown parameter partiton; did you mean partition?",
                "reason-class=own | unknown parameter reason-class; did you mean reason_class?",
                "colour=blue      | unknown parameter colour; known parameters: account, array, cluster, fold"
            })
    void saysWhichValueCannotBe(String query, String message) throws Exception {
        var response = api.get("/api/v1/jobs?" + query);

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).contains(message);
    }

    @Test
    void saysThatWhatItShowsIsOldWhileJobsCannotBeRead() throws Exception {
        try (ServedApi old = new ServedApi(ALL, view(Duration.ofSeconds(60), Optional.of("connection refused")))) {
            JsonNode cluster = old.json("/api/v1/why/job/11").at("/clusters/0");

            assertThat(cluster.path("ageSeconds").asInt()).isEqualTo(60);
            assertThat(cluster.path("outdated").asText()).startsWith("connection refused since ");
        }
    }

    @Test
    void showsNothingThatIsTooOld() throws Exception {
        try (ServedApi old = new ServedApi(ALL, view(Duration.ofSeconds(90), Optional.of("connection refused")))) {
            JsonNode list = old.json("/api/v1/jobs").at("/clusters/0");
            JsonNode now = old.json("/api/v1/now").at("/clusters/0");

            for (JsonNode withheld : List.of(list.path("withheld"), now.at("/jobs/withheld"))) {
                assertThat(withheld.asText()).contains("older than the limit of 90 s", "connection refused");
            }
            assertThat(old.json("/api/v1/waste").at("/clusters/0/withheld").asText())
                    .contains("jobs are from");
            assertThat(list.has("jobs")).isFalse();
            assertThat(now.path("jobs")).hasSize(1);
            assertThat(now.path("nodes")).hasSize(1);
            assertThat(now.path("gpus")).isEmpty();
            for (String path : List.of("/api/v1/nodes/n1", "/api/v1/why/job/11", "/api/v1/why/job/99")) {
                assertThat(old.get(path).statusCode()).as(path).isEqualTo(503);
            }
        }
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
        var response = api.get(path);

        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.body()).contains(words);
    }

    @Test
    void explainsJobsAndSumsThemUp() throws Exception {
        new GoldenAnswers()
                .add("Job 11", api.json("/api/v1/why/job/11").at("/clusters/0/jobs/0"))
                .add("Job 13", api.json("/api/v1/why/job/13").at("/clusters/0/jobs/0"), "meaning", "todo")
                .add(api, "/api/v1/why/job/14_7")
                .add(api, "/api/v1/now")
                .match("why.txt");
    }

    @Test
    void showsNodesWithTheirJobsAndWritesForATerminal() throws Exception {
        new GoldenAnswers()
                .add(api, "/api/v1/nodes/n1")
                .add(api, "/api/v1/nodes/n2")
                .add(api, "/api/v1/nodes/n1?format=text")
                .add(api, "/api/v1/nodes/n2?format=text")
                .add(api, "/api/v1/nodes?format=text")
                .add(api, "/api/v1/jobs?reason_class=held&format=text")
                .add(api, "/api/v1/why/job/11?format=text")
                .match("lists.txt");
        assertThat(api.get("/api/v1/nodes/n3").statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource({
        "'', n1 n2",
        "state=down, n2",
        "'state=down,mixed', n1 n2",
        "state=idle, ''",
        "partition=none, ''",
        "nodeset=slurm/gpu, ''",
        "gpu_type=h100, n1 n2",
        "gpu_type=a100, ''",
        "gpus=any, n1 n2",
        "gpus=allocated, n1",
        "gpus=idle, n1",
        "gpus=unavailable, n2",
        "gpus=unavailable&gpu_type=h100, n2",
        "limit=1, n1",
        "limit=1&page=2, n2",
        "limit=1&page=3, ''"
    })
    void listsTheNodesThatMatch(String query, String names) throws Exception {
        JsonNode list = api.json("/api/v1/nodes?" + query).at("/clusters/0/list");

        assertThat(String.join(" ", ServedApi.texts(list, "name"))).isEqualTo(names);
    }

    private static String ids(JsonNode cluster) {
        return String.join(" ", ServedApi.texts(cluster.path("jobs"), "jobId"));
    }
}
