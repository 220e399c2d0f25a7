package dev.sluice.exporter.api;

import static dev.sluice.exporter.api.ProxyReader.HIDDEN;
import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.exporter.api.ExporterStatus.ClusterView;
import dev.sluice.exporter.derive.Constraints;
import dev.sluice.exporter.derive.NameRule;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.accounting.Association;
import dev.sluice.exporter.model.accounting.Limit;
import dev.sluice.exporter.model.accounting.LimitKind;
import dev.sluice.exporter.model.accounting.Qos;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeBaseState;
import dev.sluice.exporter.model.node.NodeBuilder;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests a client that knows the names of a user, an account and a job, and tries to find out more about them. The
 * client also sends an unknown name. If the two responses differ, the API reveals that the known name exists. {@code
 * api.showUsers}, {@code api.showJobNames}, {@code metrics.userNames} and {@code metrics.accountNames} hide the names.
 */
class SeeingMoreTest {

    private static final String USER = "alice";
    private static final String ACCOUNT = "chemistry";
    private static final String JOB_NAME = "secretjob";
    private static final String DRAINER = "opsperson";
    private static final List<String> SECRETS =
            List.of(USER, ACCOUNT, JOB_NAME, DRAINER, NameRule.HASH.apply(USER), NameRule.HASH.apply(ACCOUNT));

    private static final List<Job> JOBS = List.of(
            own(job(20).runningOn("n1")
                    .allocation(new Tres(8, 0, 1, GpuCounts.of("h100", 3)), "n1")
                    .build()),
            own(job(30).reason("QOSMaxGRESPerUser").gpus("", 2).build()),
            own(job(31).reason("AssocGrpCpuLimit").tasks(9).build()),
            own(job(32).reason("MaxJobsPerAccount").build()),
            own(job(33).reason("Dependency")
                    .dependency("singleton(unfulfilled)")
                    .build()));

    private static final Constraints CONSTRAINTS = Constraints.UNKNOWN
            .withLimits(
                    List.of(new Qos(
                            "normal",
                            List.of(
                                    new Limit(LimitKind.MAX_TRES_PER_USER, "gres/gpu", 4),
                                    new Limit(LimitKind.MAX_JOBS_PER_ACCOUNT, "", 1)))),
                    List.of(new Association(
                            "alpha", ACCOUNT, "", "", List.of(new Limit(LimitKind.GRP_TRES, "cpu", 10)))))
            .withShares(List.of(ProxyReader.share(ACCOUNT, ""), ProxyReader.share(ACCOUNT, USER)));

    static final List<Node> NODES = List.of(
            NodeBuilder.node("n1").partitions(List.of("gpu")).build(),
            NodeBuilder.node("n2")
                    .partitions(List.of("gpu"))
                    .state(NodeBaseState.DOWN, Set.of())
                    .reason("broken fan", DRAINER, 1)
                    .build());

    /** Paths whose requests contain no name. */
    private static final List<String> EVERYTHING = List.of(
            "/api/v1/now",
            "/api/v1/now?summary=true",
            "/api/v1/status",
            "/api/v1/demand?explain=true",
            "/api/v1/jobs",
            "/api/v1/nodes",
            "/api/v1/nodes/n1",
            "/api/v1/nodes/n2",
            "/api/v1/why/job/20",
            "/api/v1/why/job/30",
            "/api/v1/why/job/31",
            "/api/v1/why/job/32",
            "/api/v1/why/job/33");

    @RegisterExtension
    private final ServedApi api = served(HIDDEN);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/why/user/NAME",
                "/api/v1/jobs?user=NAME",
                "/api/v1/users/NAME",
                "/api/v1/users/NAME?cluster=beta"
            })
    void aUserIsRefusedLikeAnUnknownUser(String path) throws Exception {
        assertThat(api.send("GET", path.replace("NAME", USER)).statusCode()).isEqualTo(403);
        tellsNothing(path, USER);
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
            tellsNothing("/api/v1/jobs?" + filter, name);
        }
    }

    @Test
    void namesInAnyAnswer() throws Exception {
        for (String path : EVERYTHING) {
            String text = path + (path.contains("?") ? "&" : "?") + "format=text";

            assertThat(get(path)).as(path).doesNotContain(SECRETS);
            assertThat(get(text)).as(text).doesNotContain(SECRETS);
        }
    }

    @Test
    void otherJobsOfAUserAtALimit() throws Exception {
        JsonNode limit = api.json("/api/v1/why/job/30").at("/clusters/0/jobs/0/limits/0");

        assertThat(limit.path("owner").asText()).isEqualTo("qos_user");
        assertThat(limit.path("jobs")).isEmpty();
        assertThat(limit.path("jobsLeftOut").asInt()).isZero();
        assertThat(get("/api/v1/why/job/30?format=text")).doesNotContain("Job 20");
    }

    @Test
    void hashOfTheNameOfAUser() throws Exception {
        String hash = NameRule.HASH.apply(USER);

        assertThat(get("/api/v1/users/" + hash)).isEqualTo(get("/api/v1/users/000000000000"));
        assertThat(get("/api/v1/jobs?user=" + hash)).isEqualTo(get("/api/v1/jobs?user=000000000000"));
    }

    @Test
    void fairShareAndLimitsOfAHiddenAccount() throws Exception {
        tellsNothing("/api/v1/accounts/NAME", ACCOUNT);
        assertThat(get("/api/v1/accounts/" + NameRule.HASH.apply(ACCOUNT)))
                .isEqualTo(get("/api/v1/accounts/000000000000"));
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
            HttpResponse<String> response = api.send("GET", path.replace("NAME", USER));

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
            HttpResponse<String> known = api.send("HEAD", path + name);
            HttpResponse<String> other = api.send("HEAD", path + "nobody");

            assertThat(known.statusCode()).isEqualTo(other.statusCode());
            assertThat(known.headers().firstValue("Content-Length"))
                    .isEqualTo(other.headers().firstValue("Content-Length"));
            assertThat(known.body()).isEmpty();
        }
    }

    @Test
    void nameBehindAHash() throws Exception {
        List<String> paths = new ArrayList<>(EVERYTHING);
        paths.addAll(List.of("/api/v1/users/" + USER, "/api/v1/why/user/" + USER, "/api/v1/jobs?user=" + USER));
        try (ServedApi hashed = served(new Visibility(NameRule.HASH, NameRule.HASH, false))) {
            for (String path : paths) {
                assertThat(hashed.get(path).body()).as(path).doesNotContain(USER, ACCOUNT, JOB_NAME, DRAINER);
            }
        }
    }

    /**
     * Checks that the API reveals the secrets if the settings show all data. This proves that the attempts use existing
     * names.
     */
    @Test
    void findsTheSecretsWhereEverythingIsShown() throws Exception {
        try (ServedApi open = served(Visibility.ALL)) {
            StringBuilder all = new StringBuilder();
            for (String path : EVERYTHING) {
                all.append(open.get(path).body());
            }

            assertThat(all).contains(USER, ACCOUNT, JOB_NAME, DRAINER);
            assertThat(ProxyReader.ids(open.json("/api/v1/why/job/30").at("/clusters/0/jobs/0/limits/0/jobs")))
                    .containsExactly(20L);
        }
    }

    private static ServedApi served(Visibility visibility) {
        ClusterView alpha = SmallCluster.view(JOBS, NODES, CONSTRAINTS);
        return new ServedApi(visibility, alpha, SmallCluster.named("beta", JOBS));
    }

    private String get(String path) throws Exception {
        return api.get(path).body();
    }

    /** Checks that the response for an existing name equals the response for an unknown name. */
    private void tellsNothing(String path, String name) throws Exception {
        HttpResponse<String> known = api.send("GET", path.replace("NAME", name));
        HttpResponse<String> other = api.send("GET", path.replace("NAME", "nobody"));

        assertThat(known.statusCode()).as(path).isEqualTo(other.statusCode());
        assertThat(known.body()).as(path).isEqualTo(other.body()).doesNotContain(SECRETS);
    }

    private static Job own(Job job) {
        return JobBuilder.of(job)
                .in("gpu")
                .owner(ACCOUNT, USER, "normal")
                .named(JOB_NAME)
                .build();
    }
}
