package dev.sluice.exporter.realslurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Tests jobs for which the model is wrong, on a real slurmctld. One job has all CPUs of one socket of a node. Jobs with
 * {@code --ntasks-per-socket=1} wait for both sockets of a node; slurmrestd does not report whether a socket is free.
 * The desired number of nodes must rise until the job starts, and must stay below the maximum.
 */
class RealContradictionIT {

    private static final RealNodes NODES = RealNodes.REED;
    private static final Duration PATIENCE = Duration.ofMinutes(8);

    @EachCluster
    @Execution(ExecutionMode.CONCURRENT)
    void theNumberRisesUntilTheJobStarts(RealCluster cluster) throws Exception {
        try (RealNodeSets sets = new RealNodeSets(cluster)) {
            assertThat(numbers(cluster, sets, "-n 2 --ntasks-per-socket=1")).containsExactly(1L, 2L);
            assertThat(numbers(cluster, sets, "-N 2 -n 4 --ntasks-per-socket=1"))
                    .startsWith(2L)
                    .endsWith(3L)
                    .isSubsetOf(2L, 3L);
        } finally {
            cluster.cli("scancel", "-u", "ada");
            RealNodeSets.forget(cluster);
            NODES.resume(cluster, NODES.count());
        }
    }

    /**
     * Returns the consecutive desired numbers of nodes until the job starts. Each time, the test makes the desired
     * number of nodes available.
     */
    private static List<Long> numbers(RealCluster cluster, RealNodeSets sets, String options) throws Exception {
        cluster.cli("scancel", "-u", "ada");
        NODES.drain(cluster);
        sets.pods(NODES, 1);
        NODES.resume(cluster, 1);
        cluster.cli(submission("-n 16 -m block:block"));
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> cluster.cli("squeue", "-h", "-o", "%T").equals(List.of("RUNNING")));
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

    private static String[] submission(String options) {
        List<String> line = new ArrayList<>(List.of("runuser", "-u", "ada", "--", "sbatch", "--parsable"));
        line.addAll(List.of("--chdir=/tmp", "--output=/dev/null", "-t", "60", "--wrap=sleep 9000"));
        line.addAll(List.of("-p", NODES.partition()));
        line.addAll(List.of(options.split(" ", -1)));
        return line.toArray(String[]::new);
    }
}
