package dev.sluice.exporter.api;

import static dev.sluice.exporter.model.job.JobBuilder.job;
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
import java.net.http.HttpResponse;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * A client that knows the names of a user, an account and a job, and tries to find out more about this user, account
 * and job. The client also sends an unknown name. If the two responses differ, the API reveals that the known name
 * exists.
 */
final class CuriousReader implements AutoCloseable {

    static final String USER = "alice";
    static final String ACCOUNT = "chemistry";
    static final String JOB_NAME = "secretjob";
    static final String DRAINER = "opsperson";
    static final List<String> SECRETS =
            List.of(USER, ACCOUNT, JOB_NAME, DRAINER, NameRule.HASH.apply(USER), NameRule.HASH.apply(ACCOUNT));

    static final Visibility HIDDEN = new Visibility(NameRule.DROP, NameRule.DROP, false);

    static final List<Job> JOBS = List.of(
            own(job(20).runningOn("n1")
                    .allocation(new Tres(8, 0, 1, GpuCounts.of("h100", 3)), "n1")
                    .build()),
            own(job(30).reason("QOSMaxGRESPerUser").gpus("", 2).build()),
            own(job(31).reason("AssocGrpCpuLimit").tasks(9).build()),
            own(job(32).reason("MaxJobsPerAccount").build()),
            own(job(33).reason("Dependency")
                    .dependency("singleton(unfulfilled)")
                    .build()));

    static final Constraints CONSTRAINTS = Constraints.UNKNOWN
            .withLimits(
                    List.of(new Qos(
                            "normal",
                            List.of(
                                    new Limit(LimitKind.MAX_TRES_PER_USER, "gres/gpu", 4),
                                    new Limit(LimitKind.MAX_JOBS_PER_ACCOUNT, "", 1)))),
                    List.of(new Association(
                            "alpha", ACCOUNT, "", "", List.of(new Limit(LimitKind.GRP_TRES, "cpu", 10)))))
            .withShares(List.of(share(""), share(USER)));

    static final List<Node> NODES = List.of(
            NodeBuilder.node("n1").partitions(List.of("gpu")).build(),
            NodeBuilder.node("n2")
                    .partitions(List.of("gpu"))
                    .state(NodeBaseState.DOWN, Set.of())
                    .reason("broken fan", DRAINER, 1)
                    .build());

    /** Paths whose requests contain no name. */
    static final List<String> EVERYTHING = List.of(
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

    private final ServedApi api;

    CuriousReader(Visibility visibility) throws Exception {
        ClusterView alpha = SmallCluster.view(JOBS, NODES, CONSTRAINTS);
        api = new ServedApi(visibility, alpha, SmallCluster.named("beta", JOBS));
    }

    private static Job own(Job job) {
        return JobBuilder.of(job)
                .in("gpu")
                .owner(ACCOUNT, USER, "normal")
                .named(JOB_NAME)
                .build();
    }

    private static Share share(String user) {
        OptionalDouble one = OptionalDouble.of(1);
        return new Share("alpha", ACCOUNT, user, "", "", one, one, 60, one, one, one);
    }

    void refused(String path) throws Exception {
        assertThat(send("GET", path.replace("NAME", USER)).statusCode()).isEqualTo(403);
        tellsNothing(path);
    }

    void tellsNothing(String path) throws Exception {
        tellsNothing(path, USER);
    }

    /** Checks that the response for an existing name equals the response for an unknown name. */
    void tellsNothing(String path, String name) throws Exception {
        HttpResponse<String> known = send("GET", path.replace("NAME", name));
        HttpResponse<String> other = send("GET", path.replace("NAME", "nobody"));

        assertThat(known.statusCode()).as(path).isEqualTo(other.statusCode());
        assertThat(known.body()).as(path).isEqualTo(other.body()).doesNotContain(SECRETS);
    }

    JsonNode json(String path) throws Exception {
        return new ObjectMapper().readTree(get(path));
    }

    String get(String path) throws Exception {
        return send("GET", path).body();
    }

    HttpResponse<String> send(String method, String path) throws Exception {
        return api.send(method, path);
    }

    @Override
    public void close() {
        api.close();
    }
}
