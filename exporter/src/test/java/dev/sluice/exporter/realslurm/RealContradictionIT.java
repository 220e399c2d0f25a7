package dev.sluice.exporter.realslurm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.join.ClusterJoin;
import dev.sluice.exporter.derive.join.Clusters;
import dev.sluice.exporter.derive.join.PoolOverride;
import dev.sluice.exporter.derive.scaling.ScalingDemand;
import dev.sluice.exporter.derive.scaling.ScalingInputBuilder;
import dev.sluice.exporter.derive.scaling.pool.NodeShape;
import dev.sluice.exporter.derive.signal.Distrust;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.controller.Diag;
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
import java.util.Set;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What becomes of a job that the model does not know on a real slurmctld: the model is told that a node has four times the
 * CPUs that it has. The number must rise by itself until the job starts, and stay below the maximum.
 */
class RealContradictionIT {

    private static final int NODES = 8;
    private static final long CPUS = 4 * 32;
    private static final Duration POLL = Duration.ofSeconds(10);
    private static final Duration PATIENCE = Duration.ofMinutes(8);

    private static final ObjectName SET = new ObjectName("slurm", Clusters.SET);
    private static final PoolOverride WRONG_SHAPE = new PoolOverride(
            OptionalLong.empty(),
            OptionalLong.of(NODES),
            OptionalLong.empty(),
            Optional.of(new NodeShape(CPUS, 0, GpuCounts.NONE, Set.of())));

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
    void theNumberRisesUntilTheJobStarts(RealCluster cluster) throws Exception {
        try {
            assertThat(numbers(cluster, "-n 64")).containsExactly(1L, 2L);
            // At once where slurmctld's node_count says it, as that of 24.11 does, and one by one else.
            assertThat(numbers(cluster, "-n 96")).startsWith(1L).endsWith(3L).isSubsetOf(1L, 2L, 3L);
        } finally {
            cluster.cli("scancel", "-u", "ada");
            scontrol(cluster, "update nodename=" + nodes(1, NODES) + " state=resume");
        }
    }

    /** The numbers of nodes, one after the other, until the job starts; as many take work each time. */
    private List<Long> numbers(RealCluster cluster, String options) throws Exception {
        cluster.cli("scancel", "-u", "ada");
        scontrol(cluster, "update nodename=" + nodes(1, NODES) + " state=drain reason=scaled-in");
        cluster.cli(submission(options));
        Distrust distrust = new Distrust();
        distrust.observe(new Diag(Map.of(), Map.of(), List.of(), List.of(), Map.of()));
        List<Long> numbers = new ArrayList<>();
        Awaitility.await(options).atMost(PATIENCE).pollInterval(POLL).until(() -> {
            long before = numbers.isEmpty() ? 0 : numbers.get(numbers.size() - 1);
            long number = poll(cluster, distrust, before);
            if (number != before) {
                numbers.add(number);
                scontrol(cluster, "update nodename=" + nodes(1, number) + " state=resume");
            }
            return cluster.cli("squeue", "-h", "-t", "PD", "-o", "%i").isEmpty();
        });
        return numbers;
    }

    private static String[] submission(String options) {
        List<String> line = new ArrayList<>(List.of("runuser", "-u", "ada", "--", "sbatch", "--parsable"));
        line.addAll(List.of("--chdir=/tmp", "--output=/dev/null", "-t", "60", "-p", "meadow", "--wrap=sleep 9000"));
        line.addAll(List.of(options.split(" ", -1)));
        return line.toArray(String[]::new);
    }

    private static String nodes(long first, long last) {
        return "reed[0" + first + "-0" + last + "]";
    }

    private static void scontrol(RealCluster cluster, String command) throws Exception {
        cluster.cli("sh", "-c", "scontrol " + command + " >/dev/null 2>&1 || true");
    }

    private long poll(RealCluster cluster, Distrust distrust, long pods) throws Exception {
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
        ClusterJoin join = ClusterJoin.of(clusters.slurm(), clusters.kubernetes(), Map.of(SET, WRONG_SHAPE));
        Instant now = Instant.now();
        ScalingDemand demand = ScalingInputBuilder.of(join.pools())
                .fixed(join.fixed())
                .jobs(jobs)
                .partitions(clusters.partitions)
                .extraNodes(distrust.extraNodes())
                .at(now)
                .demand();
        distrust.observe(demand, now);
        return demand.pools().get(0).desired();
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
