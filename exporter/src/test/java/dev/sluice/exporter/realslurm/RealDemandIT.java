package dev.sluice.exporter.realslurm;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.assertj.core.api.SoftAssertions;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Compares the exporter's desired number of nodes with the number that a real slurmctld needs. The test submits jobs
 * while all nodes of a NodeSet are missing. With the number of nodes from {@code /api/v1/demand}, all jobs must start.
 * With one node fewer, at least one job must stay pending.
 *
 * <p>If {@code SLUICE_SHARE_SUBMISSIONS} is {@code n}, the test submits only every n-th submission. Clusters of the same
 * release share the submissions.
 */
class RealDemandIT {

    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int STEP = Integer.parseInt(System.getenv().getOrDefault("SLUICE_SHARE_SUBMISSIONS", "1"));

    private static final Duration LOOK = Duration.ofMillis(500);

    private static final int CYCLES = 4;

    /** The backfill scheduler runs every second, but only if a job, a node or a partition has changed. */
    private static final Duration BACKFILL_PATIENCE = Duration.ofSeconds(15);

    @EachCluster
    @Execution(ExecutionMode.CONCURRENT)
    @Timeout(value = 2, unit = TimeUnit.HOURS)
    void asksForAsManyNodesAsSlurmNeeds(RealCluster cluster) throws Exception {
        List<String> table = new ArrayList<>(List.of("| submission | desired | needed |", "|---|--:|--:|"));
        long desired = 0;
        long needed = 0;
        SoftAssertions softly = new SoftAssertions();
        // The test waits for schedulers most of the time.
        cluster.scheduleEvery(1, 1);
        try (RealNodeSets sets = new RealNodeSets(cluster)) {
            clear(cluster);
            RealSubmissions.prepare(cluster);
            for (RealSubmissions one : submissions(cluster)) {
                Outcome outcome = run(cluster, sets, one);
                softly.assertThat(outcome.desired())
                        .as(one + ": " + outcome)
                        .isEqualTo(one.knownDesired() == RealSubmissions.RIGHT ? outcome.needed() : one.knownDesired());
                table.add("| " + one.title() + " | " + outcome.desired() + " | " + outcome.needed() + " |");
                Files.write(Path.of("target", "real-demand-" + cluster.folder().getFileName() + ".md"), table);
                if (one.knownDesired() == RealSubmissions.RIGHT) {
                    desired += outcome.desired();
                    needed += outcome.needed();
                }
            }
        } finally {
            clear(cluster);
            RealSubmissions.remove(cluster);
            restore(cluster);
        }
        softly.assertThat(desired * 10).as("of all desired nodes").isLessThanOrEqualTo(needed * 11);
        softly.assertAll();
    }

    /** Reverts {@link #clear} for the tests that follow on the same cluster. */
    static void restore(RealCluster cluster) throws Exception {
        RealNodeSets.forget(cluster);
        cluster.scheduleEvery(3, 5);
        for (RealNodes nodes : RealNodes.values()) {
            nodes.resume(cluster, nodes.count());
        }
    }

    private static List<RealSubmissions> submissions(RealCluster cluster) {
        List<RealSubmissions> all = new ArrayList<>(RealSubmissions.ALL);
        if (!cluster.setting("SLURM_RELEASE").equals("24.11")) {
            all.addAll(LimitSubmissions.OF_SEVERAL_QOSES);
        }
        List<RealCluster> sharing = RealCluster.running()
                .filter(other -> other.setting("SLURM_RELEASE").equals(cluster.setting("SLURM_RELEASE")))
                .toList();
        return IntStream.iterate(STEP * sharing.indexOf(cluster), i -> i < all.size(), i -> i + STEP * sharing.size())
                .mapToObj(all::get)
                .toList();
    }

    /**
     * The result of a submission.
     *
     * @param needed minimum number of nodes on which all startable jobs started
     */
    private record Outcome(long desired, long needed, String reasons) {}

    private static Outcome run(RealCluster cluster, RealNodeSets sets, RealSubmissions one) throws Exception {
        try {
            return measured(cluster, sets, one);
        } catch (AssertionError | ConditionTimeoutException | IOException e) {
            // One submission that fails must not hide the results of the others.
            return new Outcome(-1, -2, e.toString());
        }
    }

    private static Outcome measured(RealCluster cluster, RealNodeSets sets, RealSubmissions one) throws Exception {
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
    static long submit(RealCluster cluster, RealSubmissions one) throws Exception {
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
        return startsOn(cluster, one, one.nodes(), nodes);
    }

    static boolean startsOn(RealCluster cluster, RealSubmissions one, RealNodes which, long nodes) throws Exception {
        which.resume(cluster, nodes);
        return settles(cluster, one.waitingForever());
    }

    /**
     * Waits until all jobs are running, or until both schedulers have tried all pending jobs several times. The backfill
     * scheduler does not count a cycle in which no job may start.
     */
    private static boolean settles(RealCluster cluster, long waiting) throws Exception {
        List<Long> before = cycles(cluster);
        Instant start = Instant.now();
        // A look at the schedulers needs processes, and four clusters can share two cores.
        Awaitility.await().atMost(PATIENCE).pollInterval(LOOK).until(() -> {
            changeANode(cluster);
            List<Long> now = cycles(cluster);
            boolean backfilled =
                    now.get(1) >= before.get(1) + CYCLES || Instant.now().isAfter(start.plus(BACKFILL_PATIENCE));
            return pending(cluster) <= waiting || (now.get(0) >= before.get(0) + CYCLES && backfilled);
        });
        return pending(cluster) <= waiting;
    }

    /** Changes a node that no job uses, so that the backfill scheduler runs. */
    private static void changeANode(RealCluster cluster) throws Exception {
        cluster.cli(
                "scontrol",
                "update",
                "nodename=heron01",
                "extra=" + Instant.now().getEpochSecond());
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
        cluster.cli("sh", "-c", "scancel -u ada; scancel -u ben; scancel -u dan");
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
