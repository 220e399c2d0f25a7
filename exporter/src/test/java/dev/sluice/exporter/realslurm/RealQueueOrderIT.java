package dev.sluice.exporter.realslurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Tests which of two jobs gets the nodes below the maximum, in the exporter and in a real slurmctld. One job needs all
 * eight nodes and has a low priority. The other job needs one node and has a high priority. Criteria that have
 * precedence over the priority put the job for all nodes first.
 */
class RealQueueOrderIT {

    private static final RealNodes NODES = RealNodes.REED;
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    /** Options of the job for all nodes. */
    private static final List<String> FIRST = List.of(
            // The partition has PriorityTier 200. The partition of the other job has PriorityTier 10.
            "-p urgent",
            // The highest tier of the listed partitions counts, independent of the order of the list.
            "-p bank,meadow,urgent",
            // A reservation has precedence over all other criteria. Jobs in a flexible reservation may also use other
            // nodes.
            "-p bank --reservation=delta");

    @EachCluster
    @Execution(ExecutionMode.CONCURRENT)
    void servesFirstWhatSlurmServesFirst(RealCluster cluster) throws Exception {
        try (RealNodeSets sets =
                new RealNodeSets(cluster, "{name: slurm-worker-reed, max: 8}, {name: slurm-worker-otter, max: 3}")) {
            prepare(cluster);
            for (String options : FIRST) {
                RealDemandIT.clear(cluster);
                sets.pods(NODES, 0);
                if (options.contains("--reservation")) {
                    reserve(cluster);
                }
                submit(cluster, options + " -N 8 --exclusive", 5);
                submit(cluster, "-p meadow -N 1 --exclusive", 900_000);

                long desired = sets.demand(NODES).path("desired").asLong(-1);
                assertThat(desired).as(options).isEqualTo(NODES.count());
                sets.pods(NODES, desired);
                NODES.resume(cluster, desired);
                Awaitility.await(options)
                        .atMost(PATIENCE)
                        .until(() -> !cluster.cli("squeue", "-h", "-t", "R", "-o", "%D")
                                .isEmpty());
                assertThat(cluster.cli("squeue", "-h", "-t", "R", "-o", "%D"))
                        .as(options)
                        .containsExactly("8");
            }
        } finally {
            RealDemandIT.clear(cluster);
            remove(cluster);
            RealDemandIT.restore(cluster);
        }
    }

    private static void submit(RealCluster cluster, String options, long priority) throws Exception {
        List<String> line = new ArrayList<>(List.of("runuser", "-u", "ada", "--", "sbatch", "--parsable", "--hold"));
        line.addAll(List.of("--chdir=/tmp", "--output=/dev/null", "-t", "60", "--wrap=sleep 9000"));
        line.addAll(List.of(options.split(" ", -1)));
        String job = cluster.cli(line.toArray(String[]::new)).get(0);
        cluster.cli("scontrol", "release", job);
        cluster.cli("scontrol", "update", "jobid=" + job, "priority=" + priority);
    }

    private static void prepare(RealCluster cluster) throws Exception {
        remove(cluster);
        cluster.cli("scontrol", "create", "partitionname=urgent", "nodes=reed[01-08]", "prioritytier=200", "state=up");
    }

    /** Creates the reservation that a job requests, with one node. Other jobs could not use this node. */
    private static void reserve(RealCluster cluster) throws Exception {
        cluster.cli(
                "scontrol",
                "create",
                "reservationname=delta",
                "nodes=reed01",
                "starttime=now",
                "duration=infinite",
                "flags=ignore_jobs,flex",
                "users=ada");
    }

    private static void remove(RealCluster cluster) throws Exception {
        cluster.cli(
                "sh",
                "-c",
                "(scontrol delete partitionname=urgent; scontrol delete reservationname=delta) >/dev/null 2>&1 ||"
                        + " true");
    }
}
