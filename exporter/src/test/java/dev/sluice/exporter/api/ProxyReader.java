package dev.sluice.exporter.api;

import static dev.sluice.exporter.config.Loaded.changed;
import static dev.sluice.exporter.model.job.JobBuilder.job;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.common.RawConnection.Reply;
import dev.sluice.exporter.access.Protection;
import dev.sluice.exporter.access.ProxyConfig;
import dev.sluice.exporter.access.ProxyConfig.AddressRange;
import dev.sluice.exporter.access.TlsClient;
import dev.sluice.exporter.api.ExporterStatus.ClusterView;
import dev.sluice.exporter.derive.Constraints;
import dev.sluice.exporter.derive.NameRule;
import dev.sluice.exporter.derive.signal.Signal;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.accounting.Association;
import dev.sluice.exporter.model.accounting.Limit;
import dev.sluice.exporter.model.accounting.LimitKind;
import dev.sluice.exporter.model.accounting.Qos;
import dev.sluice.exporter.model.accounting.Share;
import dev.sluice.exporter.model.cluster.ControllerConf.PrivateData;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import io.vertx.core.Context;
import java.io.IOException;
import java.util.AbstractList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Clients of an API that hides all names, and that trusts the headers of a proxy at 127.0.0.1. Alice and Carol share
 * the account chemistry. Bob has the account physics.
 */
final class ProxyReader implements AfterEachCallback {

    static final String ALICE = "X-Auth-User: alice";
    static final String BOB = "X-Auth-User: bob";

    /** Names that Alice has no permission to see. */
    static final List<String> OF_OTHERS = List.of("bob", "physics", "carol");

    static final Visibility HIDDEN = new Visibility(NameRule.DROP, NameRule.DROP, false);

    static final ProxyConfig FROM_HERE = new ProxyConfig(
            "X-Auth-User",
            Optional.of("X-Auth-Groups"),
            List.of(AddressRange.parse("127.0.0.1").orElseThrow()),
            List.of(),
            List.of("root"),
            List.of("hpc-admins"),
            false);

    static final List<String> PATHS = List.of(
            "/api/v1/now",
            "/api/v1/demand",
            "/api/v1/demand?explain=true",
            "/api/v1/demand?format=text",
            "/api/v1/demand/slurm/gpu?explain=true",
            "/api/v1/jobs",
            "/api/v1/jobs?user=alice",
            "/api/v1/jobs?user=bob",
            "/api/v1/jobs?account=chemistry",
            "/api/v1/jobs?format=text",
            "/api/v1/waste",
            "/api/v1/waste?user=alice",
            "/api/v1/nodes/n1",
            "/api/v1/users/alice",
            "/api/v1/users/bob",
            "/api/v1/accounts/chemistry",
            "/api/v1/accounts/physics",
            "/api/v1/why/job/20",
            "/api/v1/why/job/30",
            "/api/v1/why/job/31",
            "/api/v1/why/job/40",
            "/api/v1/why/job/41",
            "/api/v1/why/user/alice",
            "/api/v1/why/user/bob",
            "/api/v1/why/nodeset/slurm/gpu");

    private static final List<Job> JOBS = List.of(
            running(20, "alice", "chemistry"),
            pending(30, "alice", "chemistry", "QOSMaxGRESPerUser"),
            pending(31, "alice", "chemistry", "AssocGrpCpuLimit"),
            running(40, "bob", "physics"),
            pending(41, "bob", "physics", "QOSMaxGRESPerUser"),
            running(50, "carol", "chemistry"),
            pending(51, "carol", "chemistry", "AssocGrpCpuLimit"),
            pending(4714, "alice", "chemistry", "Resources"),
            pending(4715, "bob", "physics", "Priority"));

    private static final Constraints CONSTRAINTS = Constraints.UNKNOWN
            .withLimits(
                    List.of(new Qos("normal", List.of(new Limit(LimitKind.MAX_TRES_PER_USER, "gres/gpu", 1)))),
                    List.of(
                            new Association(
                                    "alpha", "chemistry", "", "", List.of(new Limit(LimitKind.GRP_TRES, "cpu", 16))),
                            new Association(
                                    "alpha", "physics", "", "", List.of(new Limit(LimitKind.GRP_TRES, "cpu", 8)))))
            .withShares(List.of(
                    share("chemistry", ""),
                    share("chemistry", "alice"),
                    share("chemistry", "carol"),
                    share("physics", "bob")));

    private final ReadJobs jobs = new ReadJobs();
    private ServedApi api;

    /** The jobs, with the number of reads on the event loop. */
    private static final class ReadJobs extends AbstractList<Job> {

        private final AtomicInteger onEventLoop = new AtomicInteger();

        @Override
        public Job get(int index) {
            if (Context.isOnEventLoopThread()) {
                onEventLoop.incrementAndGet();
            }
            return JOBS.get(index);
        }

        @Override
        public int size() {
            return JOBS.size();
        }
    }

    ProxyReader() {
        api = served(Protection.none(), FROM_HERE, PrivateData.NONE);
    }

    /** Serves the same cluster with other settings. */
    void restart(Protection protection, ProxyConfig proxy, PrivateData privateData) {
        api.close();
        api = served(protection, proxy, privateData);
    }

    /** Restarts in a cluster that hides data of other users. */
    void restart(PrivateData privateData) {
        restart(Protection.none(), FROM_HERE, privateData);
    }

    private ServedApi served(Protection protection, ProxyConfig proxy, PrivateData privateData) {
        ClusterView view = SmallCluster.view(jobs, SeeingMoreTest.NODES, CONSTRAINTS);
        Signal signal = SampleDemands.publishing(
                view.name(), SmallCluster.NOW, SampleDemands.research().demand().orElseThrow());
        return new ServedApi(
                protection,
                new TrustedProxy(Optional.of(proxy)),
                HIDDEN,
                SmallCluster.published(changed(view, "signal", signal), "privateData", privateData));
    }

    private static Job running(long id, String user, String account) {
        return owned(
                job(id).runningOn("n1")
                        .allocation(new Tres(8, 0, 1, GpuCounts.of("h100", 1)), "n1")
                        .build(),
                user,
                account);
    }

    private static Job pending(long id, String user, String account, String reason) {
        return owned(job(id).reason(reason).gpus("", 1).tasks(9).build(), user, account);
    }

    private static Job owned(Job job, String user, String account) {
        return JobBuilder.of(job)
                .in("gpu")
                .owner(account, user, "normal")
                .named("job-of-" + user)
                .build();
    }

    static Share share(String account, String user) {
        OptionalDouble one = OptionalDouble.of(1);
        return new Share("alpha", account, user, "", "", one, one, 60, one, one, one);
    }

    /** Sends a request directly from an address, and returns the reply. */
    Reply from(String address, String path, String... headers) throws IOException {
        try (TlsClient client = TlsClient.plainFrom(address, api.port())) {
            return client.get(path, headers);
        }
    }

    /** Sends a request from the proxy, and returns the reply. */
    Reply proxied(String path, String... headers) throws IOException {
        return from("127.0.0.1", path, headers);
    }

    JsonNode json(String path, String... headers) throws IOException {
        return new ObjectMapper().readTree(proxied(path, headers).body()).at("/clusters/0");
    }

    /** Returns the IDs of the jobs in a response. */
    List<Long> ids(String path, String... headers) throws IOException {
        return ids(json(path, headers).path("jobs"));
    }

    static List<Long> ids(JsonNode jobs) {
        return StreamSupport.stream(jobs.spliterator(), false)
                .map(one -> one.path("jobId").asLong())
                .toList();
    }

    /** Returns the number of job records that the event loop has read. */
    int jobsReadOnEventLoop() {
        return jobs.onEventLoop.get();
    }

    int port() {
        return api.port();
    }

    @Override
    public void afterEach(ExtensionContext unused) {
        api.close();
    }
}
