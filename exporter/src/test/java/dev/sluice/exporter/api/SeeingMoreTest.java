package dev.sluice.exporter.api;

import static dev.sluice.exporter.api.CuriousReader.ACCOUNT;
import static dev.sluice.exporter.api.CuriousReader.DRAINER;
import static dev.sluice.exporter.api.CuriousReader.EVERYTHING;
import static dev.sluice.exporter.api.CuriousReader.HIDDEN;
import static dev.sluice.exporter.api.CuriousReader.JOB_NAME;
import static dev.sluice.exporter.api.CuriousReader.SECRETS;
import static dev.sluice.exporter.api.CuriousReader.USER;
import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.exporter.api.view.Visibility;
import dev.sluice.exporter.derive.NameRule;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests attempts to see more than {@code api.showUsers}, {@code api.showJobNames}, {@code metrics.userNames} and
 * {@code metrics.accountNames} allow.
 */
class SeeingMoreTest {

    @SuppressWarnings("NullAway.Init")
    private CuriousReader reader;

    @BeforeEach
    void start() throws Exception {
        reader = new CuriousReader(HIDDEN);
    }

    @AfterEach
    void stop() {
        reader.close();
    }

    @Test
    void explanationsOfTheJobsOfAUser() throws Exception {
        reader.refused("/api/v1/why/user/NAME");
    }

    @Test
    void listOfTheJobsOfAUser() throws Exception {
        reader.refused("/api/v1/jobs?user=NAME");
    }

    @Test
    void fairShareAndLimitsOfAUser() throws Exception {
        reader.refused("/api/v1/users/NAME");
    }

    @Test
    void hashOfTheNameOfAUser() throws Exception {
        String hash = NameRule.HASH.apply(USER);

        assertThat(reader.get("/api/v1/users/" + hash)).isEqualTo(reader.get("/api/v1/users/000000000000"));
        assertThat(reader.get("/api/v1/jobs?user=" + hash)).isEqualTo(reader.get("/api/v1/jobs?user=000000000000"));
    }

    @Test
    void filterWithOtherLettersOfItsName() throws Exception {
        reader.tellsNothing("/api/v1/jobs?USER=NAME");
        reader.tellsNothing("/api/v1/jobs?User=NAME");
    }

    @Test
    void filterWithAnEscapedName() throws Exception {
        reader.tellsNothing("/api/v1/jobs?%75ser=NAME");
        reader.tellsNothing("/api/v1/jobs?user%20=NAME");
    }

    @Test
    void filterBehindAnEmptyOne() throws Exception {
        reader.tellsNothing("/api/v1/jobs?user=&user=NAME");
        reader.tellsNothing("/api/v1/jobs?user=&user=&user=NAME");
    }

    @Test
    void filterBehindASemicolon() throws Exception {
        reader.tellsNothing("/api/v1/jobs?sort=id;user=NAME");
    }

    @Test
    void filterByTheNameOfAJob() throws Exception {
        for (String parameter : List.of("name", "job", "jobName", "job_name", "search")) {
            reader.tellsNothing("/api/v1/jobs?" + parameter + "=NAME", JOB_NAME);
        }
    }

    @Test
    void countOfTheJobsOfAHiddenAccount() throws Exception {
        reader.tellsNothing("/api/v1/jobs?account=NAME", ACCOUNT);
        reader.tellsNothing("/api/v1/jobs?account=NAME&format=text", ACCOUNT);
    }

    @Test
    void fairShareAndLimitsOfAHiddenAccount() throws Exception {
        reader.tellsNothing("/api/v1/accounts/NAME", ACCOUNT);
        assertThat(reader.get("/api/v1/accounts/" + NameRule.HASH.apply(ACCOUNT)))
                .isEqualTo(reader.get("/api/v1/accounts/000000000000"));
    }

    @Test
    void usersOfAnAccountThatIsShown() throws Exception {
        reader.close();
        reader = new CuriousReader(Visibility.NOBODY);

        assertThat(reader.get("/api/v1/accounts/" + ACCOUNT)).contains(ACCOUNT).doesNotContain(USER);
    }

    @Test
    void orderByAHiddenName() throws Exception {
        for (String order : List.of("user", "account", "name", "job_name", "user_id")) {
            assertThat(reader.send("GET", "/api/v1/jobs?sort=" + order).statusCode())
                    .isEqualTo(400);
        }
        for (String order : List.of("priority", "wait", "gpus", "nodes", "start", "end", "id")) {
            assertThat(reader.get("/api/v1/jobs?sort=" + order)).doesNotContain(SECRETS);
        }
    }

    @Test
    void jobIdsByCounting() throws Exception {
        for (int id = 1; id <= 40; id++) {
            assertThat(reader.get("/api/v1/why/job/" + id)).doesNotContain(SECRETS);
            assertThat(reader.get("/api/v1/why/job/" + id + "?format=text")).doesNotContain(SECRETS);
        }
    }

    @Test
    void otherJobsOfAUserAtALimit() throws Exception {
        JsonNode limit = reader.json("/api/v1/why/job/30").at("/clusters/0/jobs/0/limits/0");

        assertThat(limit.path("owner").asText()).isEqualTo("qos_user");
        assertThat(limit.path("jobs")).isEmpty();
        assertThat(limit.path("jobsLeftOut").asInt()).isZero();
        assertThat(reader.get("/api/v1/why/job/30?format=text")).doesNotContain("Job 20");
    }

    @Test
    void otherJobsOfAHiddenAccountAtALimit() throws Exception {
        for (String path : List.of("/api/v1/why/job/31", "/api/v1/why/job/32")) {
            JsonNode limit = reader.json(path).at("/clusters/0/jobs/0/limits/0");

            assertThat(limit.path("limit").asText()).as(path).isNotEmpty();
            assertThat(limit.path("jobs")).isEmpty();
            assertThat(limit.toString()).doesNotContain(SECRETS);
        }
    }

    @Test
    void namesInAnyAnswer() throws Exception {
        for (String path : EVERYTHING) {
            assertThat(reader.get(path)).as(path).doesNotContain(SECRETS);
        }
    }

    @Test
    void namesInTextForATerminal() throws Exception {
        for (String path : EVERYTHING) {
            String text = path + (path.contains("?") ? "&" : "?") + "format=text";
            assertThat(reader.get(text)).as(text).doesNotContain(SECRETS);
        }
    }

    @Test
    void namesInACompressedAnswer() throws Exception {
        for (String path : EVERYTHING) {
            String plain = reader.compressed(path);

            assertThat(plain).as(path).isEqualTo(reader.get(path)).doesNotContain(SECRETS);
        }
    }

    @Test
    void headersOfATrustedProxy() throws Exception {
        String[] forged = {
            "X-Forwarded-User",
            USER,
            "X-Remote-User",
            USER,
            "Remote-User",
            USER,
            "X-Auth-Request-User",
            USER,
            "X-Forwarded-Email",
            USER + "@example.org",
            "X-WEBAUTH-USER",
            USER,
            "X-Forwarded-Groups",
            "admin"
        };

        reader.sameWith("/api/v1/jobs", forged);
        reader.sameWith("/api/v1/users/" + USER, forged);
    }

    @Test
    void addressOfATrustedProxy() throws Exception {
        String[] forged = {
            "X-Forwarded-For", "127.0.0.1", "Forwarded", "for=127.0.0.1;by=127.0.0.1", "X-Real-IP", "127.0.0.1",
            "X-Forwarded-Host", "localhost", "X-Original-URL", "/livez", "X-Rewrite-URL", "/livez"
        };

        reader.sameWith("/api/v1/jobs", forged);
        reader.sameWith("/api/v1/users/" + USER, forged);
    }

    @Test
    void headersOfSlurmAndForgedCredentials() throws Exception {
        String[] forged = {
            "X-SLURM-USER-NAME",
            "root",
            "X-SLURM-USER-TOKEN",
            "x",
            "Authorization",
            "Basic cm9vdDo=",
            "Cookie",
            "user=" + USER
        };

        reader.sameWith("/api/v1/jobs", forged);
        reader.sameWith("/api/v1/users/" + USER, forged);
    }

    @Test
    void pathsAroundTheRule() throws Exception {
        for (String path : List.of(
                "//api/v1/users/NAME",
                "/api/v1//users/NAME",
                "/api/v1/now/../users/NAME",
                "/api/v1/now/%2e%2e/users/NAME",
                "/livez/../api/v1/users/NAME",
                "/api/v1/users%2FNAME",
                "/api/v1/users/NAME/",
                "/api/v1/users/NAME;x=1",
                "/api/v1/users/NAME%00",
                "/API/v1/users/NAME",
                "/api/v1/why/user//NAME",
                "/api/v1/nodes/..%2Fusers%2FNAME")) {
            HttpResponse<String> response = reader.send("GET", path.replace("NAME", USER));

            assertThat(response.statusCode()).as(path).isIn(400, 403, 404);
            assertThat(response.body().replace(path.replace("NAME", USER), ""))
                    .as(path)
                    .doesNotContain("jobId", "fairShare\":[", "usageSeconds");
        }
    }

    @Test
    void otherMethods() throws Exception {
        for (String method : List.of("POST", "PUT", "DELETE", "OPTIONS", "PATCH", "QUERY")) {
            HttpResponse<String> response =
                    reader.send(method, "/api/v1/users/" + USER, "X-HTTP-Method-Override", "GET");

            assertThat(response.statusCode()).as(method).isEqualTo(405);
            assertThat(response.body()).doesNotContain(SECRETS);
        }
    }

    @Test
    void lengthOfAnAnswerToHead() throws Exception {
        for (String path :
                List.of("/api/v1/users/", "/api/v1/accounts/", "/api/v1/jobs?user=", "/api/v1/jobs?account=")) {
            String name = path.contains("account") ? ACCOUNT : USER;
            HttpResponse<String> known = reader.send("HEAD", path + name);
            HttpResponse<String> other = reader.send("HEAD", path + "nobody");

            assertThat(known.statusCode()).isEqualTo(other.statusCode());
            assertThat(known.headers().firstValue("Content-Length"))
                    .isEqualTo(other.headers().firstValue("Content-Length"));
            assertThat(known.body()).isEmpty();
        }
    }

    @Test
    void otherCluster() throws Exception {
        reader.refused("/api/v1/users/NAME?cluster=beta");
        reader.refused("/api/v1/jobs?cluster=beta&user=NAME");
        for (String cluster : List.of("alpha", "beta", "gamma", "")) {
            assertThat(reader.get("/api/v1/jobs?cluster=" + cluster)).doesNotContain(SECRETS);
            assertThat(reader.get("/api/v1/now?cluster=" + cluster)).doesNotContain(SECRETS);
            assertThat(reader.get("/api/v1/why/job/30?cluster=" + cluster)).doesNotContain(SECRETS);
        }
    }

    @Test
    void partOfAnAnswerAndConditionalRequests() throws Exception {
        reader.sameWith(
                "/api/v1/jobs",
                "Range",
                "bytes=0-1",
                "If-None-Match",
                "*",
                "If-Modified-Since",
                "Thu, 01 Jan 1970 00:00:00 GMT");
        reader.sameWith("/api/v1/users/" + USER, "If-None-Match", "*", "Range", "bytes=0-");
    }

    @Test
    void metricsAndFilesOnThePortOfThePage() throws Exception {
        for (String path :
                List.of("/metrics", "/metrics/", "/page/index.html", "/../page.js", "/config.yaml", "/debug")) {
            assertThat(reader.send("GET", path).statusCode()).as(path).isEqualTo(404);
        }
    }

    @Test
    void personWhoDrainedANode() throws Exception {
        JsonNode node = reader.json("/api/v1/nodes/n2").at("/clusters/0/node");

        assertThat(node.path("reason").asText()).isEqualTo("broken fan");
        assertThat(node.has("reasonBy")).isFalse();
    }

    @Test
    void nameBehindAHash() throws Exception {
        reader.close();
        reader = new CuriousReader(new Visibility(NameRule.HASH, NameRule.HASH, false));
        List<String> names = List.of(USER, ACCOUNT, JOB_NAME, DRAINER);

        for (String path : EVERYTHING) {
            assertThat(reader.get(path)).as(path).doesNotContain(names);
        }
        assertThat(reader.get("/api/v1/users/" + USER)).doesNotContain(names);
        assertThat(reader.get("/api/v1/why/user/" + USER)).doesNotContain(names);
        assertThat(reader.get("/api/v1/jobs?user=" + USER)).doesNotContain(names);
    }

    /**
     * Checks that the API reveals the secrets if the settings show all data. This proves that the attempts use existing
     * names.
     */
    @Test
    void findsTheSecretsWhereEverythingIsShown() throws Exception {
        reader.close();
        reader = new CuriousReader(Visibility.ALL);
        List<String> all = new ArrayList<>();
        for (String path : EVERYTHING) {
            all.add(reader.get(path));
        }

        assertThat(String.join("\n", all)).contains(USER, ACCOUNT, JOB_NAME, DRAINER);
        assertThat(StreamSupport.stream(
                        reader.json("/api/v1/why/job/30")
                                .at("/clusters/0/jobs/0/limits/0/jobs")
                                .spliterator(),
                        false))
                .extracting(job -> job.path("jobId").asInt())
                .containsExactly(20);
    }
}
