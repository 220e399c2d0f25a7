package dev.sluice.exporter.realslurm;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.SoftAssertions;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Compares the exporter's desired number of nodes with the number that a real slurmctld needs. The test submits jobs
 * while all nodes of a NodeSet are missing. With the number of nodes from {@code /api/v1/demand}, all jobs must start.
 * With one node fewer, at least one job must stay pending.
 *
 * <p>If {@code SLUICE_SHARE_SUBMISSIONS} is set, the clusters share the submissions: each submission is tested on only
 * one cluster. A test of all submissions on every cluster takes twice as long.
 */
class RealDemandIT {

    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final boolean SHARED = System.getenv("SLUICE_SHARE_SUBMISSIONS") != null;

    /** The test waits for schedulers most of the time, so the test runs on all clusters at the same time. */
    @EachCluster
    @Execution(ExecutionMode.CONCURRENT)
    void asksForAsManyNodesAsSlurmNeeds(RealCluster cluster) throws Exception {
        List<String> table = new ArrayList<>(List.of("| submission | desired | needed |", "|---|--:|--:|"));
        long desired = 0;
        long needed = 0;
        SoftAssertions softly = new SoftAssertions();
        try (RealNodeSets sets = new RealNodeSets(cluster)) {
            clear(cluster);
            RealSubmissions.prepare(cluster);
            for (RealSubmissions one : submissions(cluster)) {
                Outcome outcome = run(cluster, sets, one);
                softly.assertThat(outcome.desired()).as(one + ": " + outcome).isEqualTo(outcome.needed());
                table.add("| " + one.title() + " | " + outcome.desired() + " | " + outcome.needed() + " |");
                desired += outcome.desired();
                needed += outcome.needed();
            }
        } finally {
            clear(cluster);
            RealSubmissions.remove(cluster);
            RealNodeSets.forget(cluster);
            for (RealNodes nodes : RealNodes.values()) {
                nodes.resume(cluster, nodes.count());
            }
            Files.write(Path.of("target", "real-demand-" + cluster.setting("SLURM_RELEASE") + ".md"), table);
        }
        softly.assertThat(desired * 10).as("of all desired nodes").isLessThanOrEqualTo(needed * 11);
        softly.assertAll();
    }

    private static List<RealSubmissions> submissions(RealCluster cluster) {
        List<String> folders = RealCluster.running()
                .map(RealCluster::folder)
                .map(Path::toString)
                .toList();
        int place = folders.indexOf(cluster.folder().toString());
        return IntStream.range(0, RealSubmissions.ALL.size())
                .filter(i -> !SHARED || i % folders.size() == place)
                .mapToObj(RealSubmissions.ALL::get)
                .toList();
    }

    /**
     * The result of a submission.
     *
     * @param needed minimum number of nodes on which all startable jobs started
     */
    private record Outcome(long desired, long needed, String reasons) {}

    private static Outcome run(RealCluster cluster, RealNodeSets sets, RealSubmissions one) throws Exception {
        long before = submit(cluster, one);
        sets.pods(one.nodes(), before);
        JsonNode demand = sets.demand(one.nodes());
        long desired = demand.path("desired").asLong(-1);
        return new Outcome(
                desired,
                needed(cluster, one, before, Math.min(one.nodes().count(), desired)),
                demand.path("reasons").toString());
    }

    /**
     * Submits the jobs while only the nodes of the earlier jobs are available. Returns the number of the available
     * nodes.
     */
    private static long submit(RealCluster cluster, RealSubmissions one) throws Exception {
        clear(cluster);
        one.reserve(cluster);
        long before = 0;
        for (String job : one.before()) {
            one.nodes().resume(cluster, 1);
            before = 1;
            one.submit(cluster, job);
            Awaitility.await(job).atMost(PATIENCE).until(() -> one.isReady(cluster, job));
        }
        for (String job : one.jobs()) {
            one.submit(cluster, job);
        }
        Awaitility.await(one.title())
                .atMost(PATIENCE)
                .until(() ->
                        !cluster.cli("squeue", "-h", "-t", "PD", "-o", "%r").contains("None"));
        return before;
    }

    /**
     * Finds the minimum number of nodes on which all startable jobs start.
     *
     * @param guess first number of nodes to try
     */
    private static long needed(RealCluster cluster, RealSubmissions one, long before, long guess) throws Exception {
        if (pending(cluster) <= one.waitingForever()) {
            one.nodes().resume(cluster, one.nodes().count());
            settles(cluster, one.waitingForever() - 1);
            return pending(cluster) == one.waitingForever() ? before : -1;
        }
        long least = Math.max(before + 1, guess - 1);
        if (startsOn(cluster, one, least)) {
            while (least > before + 1) {
                submit(cluster, one);
                if (!startsOn(cluster, one, least - 1)) {
                    return least;
                }
                least--;
            }
            return least;
        }
        for (long more = least + 1; more <= one.nodes().count(); more++) {
            if (startsOn(cluster, one, more)) {
                return more;
            }
        }
        throw new AssertionError(
                one + " does not start on all nodes: " + cluster.cli("squeue", "-h", "-t", "PD", "-o", "%i %r"));
    }

    private static boolean startsOn(RealCluster cluster, RealSubmissions one, long nodes) throws Exception {
        one.nodes().resume(cluster, nodes);
        return settles(cluster, one.waitingForever());
    }

    /** Waits until all jobs are running, or until both schedulers have tried all pending jobs twice. */
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

    /** Returns the number of cycles of the main scheduler and of the backfill scheduler. */
    private static List<Long> cycles(RealCluster cluster) throws Exception {
        return cluster.cli("sdiag").stream()
                .map(String::strip)
                .filter(line -> line.startsWith("Total cycles:"))
                .map(line ->
                        Long.parseLong(line.substring("Total cycles:".length()).strip()))
                .toList();
    }

    /** Cancels all jobs, and drains all nodes. */
    static void clear(RealCluster cluster) throws Exception {
        cluster.cli("sh", "-c", "scancel -u ada; scancel -u ben");
        for (RealNodes nodes : RealNodes.values()) {
            nodes.drain(cluster);
        }
        Awaitility.await().atMost(PATIENCE).until(() -> {
            // Ends hanging epilogs.
            cluster.cli("sh", "-c", "for p in $(pgrep -xf 'sleep 86400'); do kill $p; done");
            return cluster.cli("squeue", "-h", "-o", "%i").isEmpty();
        });
    }
}
