package dev.sluice.exporter.api;

import static dev.sluice.exporter.model.job.JobBuilder.job;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.exporter.api.view.ClusterView;
import dev.sluice.exporter.api.view.Visibility;
import dev.sluice.exporter.derive.NameRule;
import dev.sluice.exporter.derive.pending.Constraints;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.accounting.Association;
import dev.sluice.exporter.model.accounting.Limit;
import dev.sluice.exporter.model.accounting.LimitKind;
import dev.sluice.exporter.model.accounting.Qos;
import dev.sluice.exporter.model.accounting.Share;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeBaseState;
import dev.sluice.exporter.model.node.NodeBuilder;
import java.io.ByteArrayInputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.StreamSupport;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Attempts to see more than {@code api.showUsers}, {@code api.showJobNames}, {@code metrics.userNames} and
 * {@code metrics.accountNames} allow. The reader knows the names of a user, an account and a job, and tries to find out what
 * belongs to these names. The comparison with a name that does not exist shows whether an answer tells them apart.
 */
class SeeingMoreTest {

    private static final String USER = "alice";
    private static final String ACCOUNT = "chemistry";
    private static final String JOB_NAME = "secretjob";
    private static final String DRAINER = "opsperson";
    private static final List<String> SECRETS =
            List.of(USER, ACCOUNT, JOB_NAME, DRAINER, NameRule.HASH.apply(USER), NameRule.HASH.apply(ACCOUNT));

    private static final Visibility HIDDEN = new Visibility(NameRule.DROP, NameRule.DROP, false);

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
            .withShares(List.of(share(""), share(USER)));

    private static final List<Node> NODES = List.of(
            NodeBuilder.node("n1").partitions(List.of("gpu")).build(),
            NodeBuilder.node("n2")
                    .partitions(List.of("gpu"))
                    .state(NodeBaseState.DOWN, Set.of())
                    .reason("broken fan", DRAINER, 1)
                    .build());

    /** Paths that answer without any name from the reader. */
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

    private final HttpClient client = HttpClient.newHttpClient();

    @SuppressWarnings("NullAway.Init")
    private ServedApi api;

    private static Job own(Job job) {
        return JobBuilder.of(job)
                .in("gpu")
                .owner(ACCOUNT, USER, "normal")
                .named(JOB_NAME)
                .build();
    }

    private static Share share(String user) {
        OptionalDouble one = OptionalDouble.of(1);
        return new Share("alpha", ACCOUNT, user, "", one, one, 60, one, one, one);
    }

    @BeforeEach
    void start() throws Exception {
        serve(HIDDEN);
    }

    @AfterEach
    void stop() {
        api.close();
    }

    private void serve(Visibility visibility) throws Exception {
        ClusterView alpha = SmallCluster.view(JOBS, NODES, CONSTRAINTS);
        api = new ServedApi(visibility, alpha, SmallCluster.named("beta", JOBS));
    }

    @Test
    void explanationsOfTheJobsOfAUser() throws Exception {
        refused("/api/v1/why/user/NAME");
    }

    @Test
    void listOfTheJobsOfAUser() throws Exception {
        refused("/api/v1/jobs?user=NAME");
    }

    @Test
    void fairShareAndLimitsOfAUser() throws Exception {
        refused("/api/v1/users/NAME");
    }

    @Test
    void hashOfTheNameOfAUser() throws Exception {
        String hash = NameRule.HASH.apply(USER);

        assertThat(get("/api/v1/users/" + hash)).isEqualTo(get("/api/v1/users/000000000000"));
        assertThat(get("/api/v1/jobs?user=" + hash)).isEqualTo(get("/api/v1/jobs?user=000000000000"));
    }

    @Test
    void filterWithOtherLettersOfItsName() throws Exception {
        tellsNothing("/api/v1/jobs?USER=NAME");
        tellsNothing("/api/v1/jobs?User=NAME");
    }

    @Test
    void filterWithAnEscapedName() throws Exception {
        tellsNothing("/api/v1/jobs?%75ser=NAME");
        tellsNothing("/api/v1/jobs?user%20=NAME");
    }

    @Test
    void filterBehindAnEmptyOne() throws Exception {
        tellsNothing("/api/v1/jobs?user=&user=NAME");
        tellsNothing("/api/v1/jobs?user=&user=&user=NAME");
    }

    @Test
    void filterBehindASemicolon() throws Exception {
        tellsNothing("/api/v1/jobs?sort=id;user=NAME");
    }

    @Test
    void filterByTheNameOfAJob() throws Exception {
        for (String parameter : List.of("name", "job", "jobName", "job_name", "search")) {
            tellsNothing("/api/v1/jobs?" + parameter + "=NAME", JOB_NAME);
        }
    }

    @Test
    void countOfTheJobsOfAHiddenAccount() throws Exception {
        tellsNothing("/api/v1/jobs?account=NAME", ACCOUNT);
        tellsNothing("/api/v1/jobs?account=NAME&format=text", ACCOUNT);
    }

    @Test
    void fairShareAndLimitsOfAHiddenAccount() throws Exception {
        tellsNothing("/api/v1/accounts/NAME", ACCOUNT);
        assertThat(get("/api/v1/accounts/" + NameRule.HASH.apply(ACCOUNT)))
                .isEqualTo(get("/api/v1/accounts/000000000000"));
    }

    @Test
    void usersOfAnAccountThatIsShown() throws Exception {
        api.close();
        serve(Visibility.NOBODY);

        assertThat(get("/api/v1/accounts/" + ACCOUNT)).contains(ACCOUNT).doesNotContain(USER);
    }

    @Test
    void orderByAHiddenName() throws Exception {
        for (String order : List.of("user", "account", "name", "job_name", "user_id")) {
            assertThat(send("GET", "/api/v1/jobs?sort=" + order).statusCode()).isEqualTo(400);
        }
        for (String order : List.of("priority", "wait", "gpus", "nodes", "start", "end", "id")) {
            assertThat(get("/api/v1/jobs?sort=" + order)).doesNotContain(SECRETS);
        }
    }

    @Test
    void jobIdsByCounting() throws Exception {
        for (int id = 1; id <= 40; id++) {
            assertThat(get("/api/v1/why/job/" + id)).doesNotContain(SECRETS);
            assertThat(get("/api/v1/why/job/" + id + "?format=text")).doesNotContain(SECRETS);
        }
    }

    @Test
    void otherJobsOfAUserAtALimit() throws Exception {
        JsonNode limit = json("/api/v1/why/job/30").at("/clusters/0/jobs/0/limits/0");

        assertThat(limit.path("owner").asText()).isEqualTo("qos_user");
        assertThat(limit.path("jobs")).isEmpty();
        assertThat(limit.path("jobsLeftOut").asInt()).isZero();
        assertThat(get("/api/v1/why/job/30?format=text")).doesNotContain("Job 20");
    }

    @Test
    void otherJobsOfAHiddenAccountAtALimit() throws Exception {
        for (String path : List.of("/api/v1/why/job/31", "/api/v1/why/job/32")) {
            JsonNode limit = json(path).at("/clusters/0/jobs/0/limits/0");

            assertThat(limit.path("limit").asText()).as(path).isNotEmpty();
            assertThat(limit.path("jobs")).isEmpty();
            assertThat(limit.toString()).doesNotContain(SECRETS);
        }
    }

    @Test
    void namesInAnyAnswer() throws Exception {
        for (String path : EVERYTHING) {
            assertThat(get(path)).as(path).doesNotContain(SECRETS);
        }
    }

    @Test
    void namesInTextForATerminal() throws Exception {
        for (String path : EVERYTHING) {
            String text = path + (path.contains("?") ? "&" : "?") + "format=text";
            assertThat(get(text)).as(text).doesNotContain(SECRETS);
        }
    }

    @Test
    void namesInACompressedAnswer() throws Exception {
        for (String path : EVERYTHING) {
            HttpRequest request = HttpRequest.newBuilder(api.uri(path))
                    .header("Accept-Encoding", "gzip")
                    .build();
            byte[] body = client.send(request, BodyHandlers.ofByteArray()).body();
            boolean compressed = body[0] == 0x1f;
            String plain = compressed
                    ? new String(new GZIPInputStream(new ByteArrayInputStream(body)).readAllBytes(), UTF_8)
                    : new String(body, UTF_8);

            assertThat(plain).as(path).isEqualTo(get(path)).doesNotContain(SECRETS);
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

        sameWith("/api/v1/jobs", forged);
        sameWith("/api/v1/users/" + USER, forged);
    }

    @Test
    void addressOfATrustedProxy() throws Exception {
        String[] forged = {
            "X-Forwarded-For", "127.0.0.1", "Forwarded", "for=127.0.0.1;by=127.0.0.1", "X-Real-IP", "127.0.0.1",
            "X-Forwarded-Host", "localhost", "X-Original-URL", "/livez", "X-Rewrite-URL", "/livez"
        };

        sameWith("/api/v1/jobs", forged);
        sameWith("/api/v1/users/" + USER, forged);
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

        sameWith("/api/v1/jobs", forged);
        sameWith("/api/v1/users/" + USER, forged);
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
            HttpResponse<String> response = send("GET", path.replace("NAME", USER));

            assertThat(response.statusCode()).as(path).isIn(400, 403, 404);
            assertThat(response.body().replace(path.replace("NAME", USER), ""))
                    .as(path)
                    .doesNotContain("jobId", "fairShare\":[", "usageSeconds");
        }
    }

    @Test
    void otherMethods() throws Exception {
        for (String method : List.of("POST", "PUT", "DELETE", "OPTIONS", "PATCH", "QUERY")) {
            HttpResponse<String> response = send(method, "/api/v1/users/" + USER, "X-HTTP-Method-Override", "GET");

            assertThat(response.statusCode()).as(method).isEqualTo(405);
            assertThat(response.body()).doesNotContain(SECRETS);
        }
    }

    @Test
    void lengthOfAnAnswerToHead() throws Exception {
        for (String path :
                List.of("/api/v1/users/", "/api/v1/accounts/", "/api/v1/jobs?user=", "/api/v1/jobs?account=")) {
            String name = path.contains("account") ? ACCOUNT : USER;
            HttpResponse<String> known = send("HEAD", path + name);
            HttpResponse<String> other = send("HEAD", path + "nobody");

            assertThat(known.statusCode()).isEqualTo(other.statusCode());
            assertThat(known.headers().firstValue("Content-Length"))
                    .isEqualTo(other.headers().firstValue("Content-Length"));
            assertThat(known.body()).isEmpty();
        }
    }

    @Test
    void otherCluster() throws Exception {
        refused("/api/v1/users/NAME?cluster=beta");
        refused("/api/v1/jobs?cluster=beta&user=NAME");
        for (String cluster : List.of("alpha", "beta", "gamma", "")) {
            assertThat(get("/api/v1/jobs?cluster=" + cluster)).doesNotContain(SECRETS);
            assertThat(get("/api/v1/now?cluster=" + cluster)).doesNotContain(SECRETS);
            assertThat(get("/api/v1/why/job/30?cluster=" + cluster)).doesNotContain(SECRETS);
        }
    }

    @Test
    void partOfAnAnswerAndConditionalRequests() throws Exception {
        sameWith(
                "/api/v1/jobs",
                "Range",
                "bytes=0-1",
                "If-None-Match",
                "*",
                "If-Modified-Since",
                "Thu, 01 Jan 1970 00:00:00 GMT");
        sameWith("/api/v1/users/" + USER, "If-None-Match", "*", "Range", "bytes=0-");
    }

    @Test
    void metricsAndFilesOnThePortOfThePage() throws Exception {
        for (String path :
                List.of("/metrics", "/metrics/", "/page/index.html", "/../page.js", "/config.yaml", "/debug")) {
            assertThat(send("GET", path).statusCode()).as(path).isEqualTo(404);
        }
    }

    @Test
    void personWhoDrainedANode() throws Exception {
        JsonNode node = json("/api/v1/nodes/n2").at("/clusters/0/node");

        assertThat(node.path("reason").asText()).isEqualTo("broken fan");
        assertThat(node.has("reasonBy")).isFalse();
    }

    @Test
    void nameBehindAHash() throws Exception {
        api.close();
        serve(new Visibility(NameRule.HASH, NameRule.HASH, false));
        List<String> names = List.of(USER, ACCOUNT, JOB_NAME, DRAINER);

        for (String path : EVERYTHING) {
            assertThat(get(path)).as(path).doesNotContain(names);
        }
        assertThat(get("/api/v1/users/" + USER)).doesNotContain(names);
        assertThat(get("/api/v1/why/user/" + USER)).doesNotContain(names);
        assertThat(get("/api/v1/jobs?user=" + USER)).doesNotContain(names);
    }

    /** Settings that show everything show the secrets, so that the attempts look for names that exist. */
    @Test
    void findsTheSecretsWhereEverythingIsShown() throws Exception {
        api.close();
        serve(SmallCluster.ALL);
        List<String> all = new ArrayList<>();
        for (String path : EVERYTHING) {
            all.add(get(path));
        }

        assertThat(String.join("\n", all)).contains(USER, ACCOUNT, JOB_NAME, DRAINER);
        assertThat(StreamSupport.stream(
                        json("/api/v1/why/job/30")
                                .at("/clusters/0/jobs/0/limits/0/jobs")
                                .spliterator(),
                        false))
                .extracting(job -> job.path("jobId").asInt())
                .containsExactly(20);
    }

    private void refused(String path) throws Exception {
        assertThat(send("GET", path.replace("NAME", USER)).statusCode()).isEqualTo(403);
        tellsNothing(path);
    }

    private void tellsNothing(String path) throws Exception {
        tellsNothing(path, USER);
    }

    /** The answer for an existing name is the answer for a name that does not exist. */
    private void tellsNothing(String path, String name) throws Exception {
        HttpResponse<String> known = send("GET", path.replace("NAME", name));
        HttpResponse<String> other = send("GET", path.replace("NAME", "nobody"));

        assertThat(known.statusCode()).as(path).isEqualTo(other.statusCode());
        assertThat(known.body()).as(path).isEqualTo(other.body()).doesNotContain(SECRETS);
    }

    private void sameWith(String path, String... headers) throws Exception {
        HttpResponse<String> plain = send("GET", path);
        HttpResponse<String> forged = send("GET", path, headers);

        assertThat(forged.statusCode()).isEqualTo(plain.statusCode());
        assertThat(forged.body()).isEqualTo(plain.body()).doesNotContain(SECRETS);
    }

    private JsonNode json(String path) throws Exception {
        return new ObjectMapper().readTree(get(path));
    }

    private String get(String path) throws Exception {
        return send("GET", path).body();
    }

    private HttpResponse<String> send(String method, String path, String... headers) throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(api.uri(path)).method(method, HttpRequest.BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }
}
