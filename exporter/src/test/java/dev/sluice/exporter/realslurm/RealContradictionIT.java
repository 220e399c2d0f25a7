package dev.sluice.exporter.realslurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What becomes of jobs under a limit that the model does not know on a real slurmctld: the partition gives them eight of the 32
 * CPUs of a node ({@code MaxCPUsPerSocket}). The number must rise by itself until the job starts, and stay below the maximum.
 */
class RealContradictionIT {

    private static final RealNodes NODES = RealNodes.REED;
    private static final Duration PATIENCE = Duration.ofMinutes(8);

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
        try (RealNodeSets sets = new RealNodeSets(cluster)) {
            limit(cluster, "4");
            assertThat(numbers(cluster, sets, "-n 16")).containsExactly(1L, 2L);
            // At once where slurmctld's node_count says it, as that of 24.11 does, and one by one else.
            assertThat(numbers(cluster, sets, "-n 24"))
                    .startsWith(1L)
                    .endsWith(3L)
                    .isSubsetOf(1L, 2L, 3L);
        } finally {
            limit(cluster, "UNLIMITED");
            cluster.cli("scancel", "-u", "ada");
            RealNodeSets.forget(cluster);
            NODES.resume(cluster, NODES.count());
        }
    }

    /** The numbers of nodes, one after the other, until the job starts; as many take work each time. */
    private static List<Long> numbers(RealCluster cluster, RealNodeSets sets, String options) throws Exception {
        cluster.cli("scancel", "-u", "ada");
        NODES.drain(cluster);
        sets.pods(NODES, 0);
        cluster.cli(submission(options));
        List<Long> numbers = new ArrayList<>();
        Awaitility.await(options).atMost(PATIENCE).until(() -> {
            long before = numbers.isEmpty() ? 0 : numbers.get(numbers.size() - 1);
            long number = sets.demand(NODES).path("desired").asLong(-1);
            if (number > before) {
                numbers.add(number);
                sets.pods(NODES, number);
                NODES.resume(cluster, number);
            }
            return cluster.cli("squeue", "-h", "-t", "PD", "-o", "%i").isEmpty();
        });
        return numbers;
    }

    private static void limit(RealCluster cluster, String cpusPerSocket) throws Exception {
        cluster.cli("scontrol", "update", "partitionname=" + NODES.partition(), "maxcpuspersocket=" + cpusPerSocket);
    }

    private static String[] submission(String options) {
        List<String> line = new ArrayList<>(List.of("runuser", "-u", "ada", "--", "sbatch", "--parsable"));
        line.addAll(List.of("--chdir=/tmp", "--output=/dev/null", "-t", "60", "--wrap=sleep 9000"));
        line.addAll(List.of("-p", NODES.partition()));
        line.addAll(List.of(options.split(" ", -1)));
        return line.toArray(String[]::new);
    }
}
