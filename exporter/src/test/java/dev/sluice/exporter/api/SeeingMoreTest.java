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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/why/user/NAME",
                "/api/v1/jobs?user=NAME",
                "/api/v1/users/NAME",
                "/api/v1/users/NAME?cluster=beta"
            })
    void aUserIsRefusedLikeAnUnknownUser(String path) throws Exception {
        reader.refused(path);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "USER=NAME",
                "%75ser=NAME",
                "user%20=NAME",
                "user=&user=NAME",
                "sort=id;user=NAME",
                "name=NAME",
                "jobName=NAME",
                "account=NAME",
                "account=NAME&format=text"
            })
    void otherFiltersTellNothing(String filter) throws Exception {
        for (String name : List.of(USER, JOB_NAME, ACCOUNT)) {
            reader.tellsNothing("/api/v1/jobs?" + filter, name);
        }
    }

    @Test
    void namesInAnyAnswer() throws Exception {
        for (String path : EVERYTHING) {
            String text = path + (path.contains("?") ? "&" : "?") + "format=text";

            assertThat(reader.get(path)).as(path).doesNotContain(SECRETS);
            assertThat(reader.get(text)).as(text).doesNotContain(SECRETS);
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
    void hashOfTheNameOfAUser() throws Exception {
        String hash = NameRule.HASH.apply(USER);

        assertThat(reader.get("/api/v1/users/" + hash)).isEqualTo(reader.get("/api/v1/users/000000000000"));
        assertThat(reader.get("/api/v1/jobs?user=" + hash)).isEqualTo(reader.get("/api/v1/jobs?user=000000000000"));
    }

    @Test
    void fairShareAndLimitsOfAHiddenAccount() throws Exception {
        reader.tellsNothing("/api/v1/accounts/NAME", ACCOUNT);
        assertThat(reader.get("/api/v1/accounts/" + NameRule.HASH.apply(ACCOUNT)))
                .isEqualTo(reader.get("/api/v1/accounts/000000000000"));
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
