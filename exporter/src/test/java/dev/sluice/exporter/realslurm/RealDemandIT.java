package dev.sluice.exporter.realslurm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.join.ClusterJoin;
import dev.sluice.exporter.derive.join.Clusters;
import dev.sluice.exporter.derive.join.PoolOverride;
import dev.sluice.exporter.derive.scaling.PoolDemand;
import dev.sluice.exporter.derive.scaling.Scaling;
import dev.sluice.exporter.derive.scaling.ScalingInput;
import dev.sluice.exporter.derive.scaling.ScalingPolicy;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeBuilder;
import dev.sluice.exporter.model.node.NodeOrigin;
import dev.sluice.exporter.slurm.decode.Answers;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The number of nodes that is asked for against the number that a real slurmctld needs. Jobs are submitted while all nodes
 * of a NodeSet are away; the demand is made of slurmrestd's answers; with as many nodes all jobs must start, and with one
 * less not.
 */
class RealDemandIT {

    private static final int NODES = 8;
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private static final ObjectName SET = new ObjectName("slurm", Clusters.SET);
    private static final PoolOverride UP_TO_EIGHT =
            new PoolOverride(OptionalLong.empty(), OptionalLong.of(NODES), OptionalLong.empty(), Optional.empty());

    private final HttpClient http = HttpClient.newHttpClient();

    @BeforeAll
    static void skipWithoutAnyCluster() {
        RealCluster.assumeOneRuns();
    }

    static Stream<RealCluster> clusters() {
        return RealCluster.running();
    }

    /** It waits for schedulers most of the time: on all clusters at once. */
    @ParameterizedTest
    @MethodSource("clusters")
    @Execution(ExecutionMode.CONCURRENT)
    void asksForAsManyNodesAsSlurmNeeds(RealCluster cluster) throws Exception {
        List<String> table = new ArrayList<>(List.of("| submission | desired | needed |", "|---|--:|--:|"));
        long desired = 0;
        long needed = 0;
        SoftAssertions softly = new SoftAssertions();
        try {
            RealSubmissions.prepare(cluster);
            for (RealSubmissions one : RealSubmissions.ALL) {
                Outcome outcome = run(cluster, one);
                softly.assertThat(outcome.started()).as(one + ": " + outcome).isTrue();
                table.add("| " + one.title() + " | " + outcome.desired() + " | " + outcome.needed() + " |");
                desired += outcome.desired();
                needed += outcome.neededAtLeast();
            }
        } finally {
            clear(cluster);
            RealSubmissions.remove(cluster);
            scontrol(cluster, "update nodename=" + nodes(1, NODES) + " state=resume");
            Files.write(Path.of("target", "real-demand-" + cluster.fact("SLURM_RELEASE") + ".md"), table);
        }
        softly.assertThat(desired * 10).as("of all desired nodes").isLessThanOrEqualTo(needed * 11);
        softly.assertAll();
    }

    /**
     * What became of a submission.
     *
     * @param started whether all jobs started on as many nodes as were asked for
     * @param spare whether they did on one less
     */
    private record Outcome(long desired, boolean started, boolean spare, String reasons) {

        long neededAtLeast() {
            return spare ? desired - 1 : desired;
        }

        String needed() {
            return started ? (spare ? "less" : Long.toString(desired)) : "more";
        }
    }

    private Outcome run(RealCluster cluster, RealSubmissions one) throws Exception {
        clear(cluster);
        long there = 0;
        for (String before : one.before()) {
            there = Math.max(there, resume(cluster, 1));
            one.submit(cluster, before);
            Awaitility.await(before).atMost(PATIENCE).until(() -> one.isReady(cluster, before));
        }
        for (String job : one.jobs()) {
            one.submit(cluster, job);
        }
        Awaitility.await(one.title())
                .atMost(PATIENCE)
                .until(() ->
                        !cluster.cli("squeue", "-h", "-t", "PD", "-o", "%r").contains("None"));
        long waiting = one.waitingForever();
        PoolDemand demand = demand(cluster, there);
        long desired = Math.min(NODES, demand.desired());
        boolean spare = false;
        if (desired > Math.max(1, there)) {
            resume(cluster, desired - 1);
            spare = settles(cluster, waiting);
        }
        boolean started;
        if (desired == 0) {
            started = pending(cluster) <= waiting;
        } else {
            resume(cluster, desired);
            started = settles(cluster, waiting);
        }
        return new Outcome(demand.desired(), started, spare, String.join("; ", demand.reasons()));
    }

    /** Waits until all jobs run, or both schedulers have looked at those that do not, twice. */
    private static boolean settles(RealCluster cluster, long waiting) throws Exception {
        List<Long> before = cycles(cluster);
        try {
            Awaitility.await().atMost(PATIENCE).until(() -> {
                List<Long> now = cycles(cluster);
                return pending(cluster) <= waiting
                        || (now.get(0) >= before.get(0) + 2 && now.get(1) >= before.get(1) + 2);
            });
        } catch (ConditionTimeoutException e) {
            return false;
        }
        return pending(cluster) <= waiting;
    }

    private static long pending(RealCluster cluster) throws Exception {
        return cluster.cli("squeue", "-h", "-r", "-t", "PD", "-o", "%i").size();
    }

    /** Of the main scheduler and of backfill. */
    private static List<Long> cycles(RealCluster cluster) throws Exception {
        return cluster.cli("sdiag").stream()
                .map(String::strip)
                .filter(line -> line.startsWith("Total cycles:"))
                .map(line ->
                        Long.parseLong(line.substring("Total cycles:".length()).strip()))
                .toList();
    }

    private static void clear(RealCluster cluster) throws Exception {
        cluster.cli("sh", "-c", "scancel -u ada; scancel -u ben");
        scontrol(cluster, "update nodename=" + nodes(1, NODES) + " state=drain reason=scaled-in");
        Awaitility.await().atMost(PATIENCE).until(() -> {
            // Epilogs that hang.
            cluster.cli("sh", "-c", "for p in $(pgrep -xf 'sleep 86400'); do kill $p; done");
            return cluster.cli("squeue", "-h", "-o", "%i").isEmpty();
        });
    }

    private static long resume(RealCluster cluster, long nodes) throws Exception {
        scontrol(cluster, "update nodename=" + nodes(1, nodes) + " state=resume");
        return nodes;
    }

    private static String nodes(long first, long last) {
        return "reed0" + first + (last > first ? ",reed[0" + (first + 1) + "-0" + last + "]" : "");
    }

    private static void scontrol(RealCluster cluster, String command) throws Exception {
        cluster.cli("sh", "-c", "scontrol " + command + " >/dev/null 2>&1 || true");
    }

    /** The demand, where the first nodes have a pod and the others have none. */
    private PoolDemand demand(RealCluster cluster, long pods) throws Exception {
        String version = cluster.newestApiVersion();
        Clusters clusters = new Clusters();
        clusters.nodeSets.add(Clusters.slinky());
        for (Node node : Answers.nodeRecords(version, get(cluster, "nodes"))) {
            int ordinal = node.name().matches("reed0[1-8]")
                    ? Integer.parseInt(node.name().substring(4))
                    : 0;
            if (ordinal > 0) {
                NodeOrigin origin = new NodeOrigin("slurm", Clusters.SET + "-" + ordinal, "kube-1", Clusters.SET);
                clusters.nodes.add(NodeBuilder.of(node).origin(origin).build());
            }
            if (ordinal > 0 && ordinal <= pods) {
                clusters.pods.add(Clusters.pod(ordinal, Clusters.PodOf.READY));
            }
        }
        clusters.partitions.addAll(Answers.partitionRecords(version, get(cluster, "partitions")));
        List<Job> jobs = Answers.jobRecords(version, get(cluster, "jobs"));
        ClusterJoin join = ClusterJoin.of(clusters.slurm(), clusters.kubernetes(), Map.of(SET, UP_TO_EIGHT));
        return Scaling.demand(new ScalingInput(
                        join.pools(),
                        join.fixed(),
                        jobs,
                        clusters.partitions,
                        ScalingPolicy.DEFAULT,
                        Map.of(),
                        Instant.ofEpochSecond(
                                Long.parseLong(cluster.cli("date", "+%s").get(0)))))
                .pools()
                .get(0);
    }

    private byte[] get(RealCluster cluster, String list) throws Exception {
        URI uri = URI.create(cluster.fact("REST_URL") + "/slurm/" + cluster.newestApiVersion() + "/" + list + "/");
        HttpResponse<String> response = http.send(
                HttpRequest.newBuilder(uri)
                        .version(HttpClient.Version.HTTP_1_1)
                        .header("X-SLURM-USER-NAME", cluster.fact("REST_USER"))
                        .header(
                                "X-SLURM-USER-TOKEN",
                                Files.readString(Path.of(cluster.fact("TOKEN_FILE")))
                                        .strip())
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(list).isEqualTo(200);
        return response.body().getBytes(UTF_8);
    }
}
