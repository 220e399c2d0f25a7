package dev.sluice.exporter.derive.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.scaling.SmallCluster.NodeSet;
import dev.sluice.exporter.derive.scaling.SmallCluster.Request;
import dev.sluice.exporter.derive.scaling.SmallCluster.Size;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares the desired number of nodes with the result of a search through every way to place the jobs on nodes. */
@Tag("slow")
class BruteForceTest {

    private static final int CLUSTERS = 20_000;

    /** All counted jobs can run on the requested nodes. On fewer nodes, not all counted jobs can run. */
    @Test
    void theNumberIsNeverTooLowAndSeldomTooHigh() {
        Map<Integer, Integer> excess = new TreeMap<>();
        int larger = 0;
        for (long seed = 1; seed <= CLUSTERS; seed++) {
            SmallCluster cluster = SmallCluster.of(seed);
            ScalingDemand demand = cluster.demand();
            Map<Integer, Integer> counted = counted(demand);
            int[] added = added(cluster, demand);
            String number = "seed " + seed + ": ";
            Supplier<String> about = () -> number + cluster;

            assertThat(BruteForce.fits(cluster, counted, added, false))
                    .as(about)
                    .isTrue();
            Request first = cluster.jobs().get(0);
            boolean small = first.sets().stream()
                    .anyMatch(set -> fitsOnTheSmallest(first, cluster.sets().get(set)));
            if (BruteForce.canRun(cluster, first, small)) {
                assertThat(counted.getOrDefault(1, 0)).as(about).isPositive();
            }
            int pending = pending(demand);
            if (fitOnTheSmallest(cluster, counted)) {
                assertThat(BruteForce.fits(cluster, counted, added, true))
                        .as(about)
                        .isTrue();
                int optimum = BruteForce.optimum(cluster, counted, true, pending + 1);
                assertThat(pending - optimum).as(about).isBetween(0, 1 + optimum + idleThatDiffer(cluster));
                excess.merge(pending - optimum, 1, Integer::sum);
            } else {
                int luckiest = BruteForce.optimum(cluster, counted, false, pending + 1);
                assertThat(pending).as(about).isGreaterThanOrEqualTo(luckiest);
                larger++;
            }
        }
        int judged = CLUSTERS - larger;
        assertThat(judged).isGreaterThan(CLUSTERS / 2);
        assertThat(excess.getOrDefault(0, 0)).isGreaterThan(judged * 96 / 100);
    }

    private static Map<Integer, Integer> counted(ScalingDemand demand) {
        Map<Integer, Integer> counted = new HashMap<>();
        demand.jobs().forEach(job -> counted.put((int) job.jobId(), (int) job.counted()));
        return counted;
    }

    /**
     * Returns the number of idle nodes of mixed NodeSets. These nodes also count as soon as a job needs one more node.
     */
    private static int idleThatDiffer(SmallCluster cluster) {
        return (int) cluster.sets().stream()
                .filter(set -> set.sizes().size() > 1)
                .flatMap(set -> set.machines().stream())
                .filter(SmallCluster.Machine::empty)
                .count();
    }

    private static int pending(ScalingDemand demand) {
        return (int) demand.pools().stream()
                .mapToLong(pool -> pool.desired() - pool.nodes().busy())
                .sum();
    }

    private static int[] added(SmallCluster cluster, ScalingDemand demand) {
        int[] added = new int[cluster.sets().size()];
        for (int i = 0; i < added.length; i++) {
            int present = cluster.sets().get(i).machines().size();
            added[i] = Math.max(0, (int) demand.pools().get(i).desired() - present);
        }
        return added;
    }

    /** Returns true if no job needs a larger node, even if the maximum leaves too few small nodes. */
    private static boolean fitOnTheSmallest(SmallCluster cluster, Map<Integer, Integer> counted) {
        return cluster.jobs().stream()
                .filter(job -> counted.getOrDefault(job.id(), 0) > 0)
                .allMatch(job -> job.sets().stream()
                        .allMatch(set -> fitsOnTheSmallest(job, cluster.sets().get(set))));
    }

    private static boolean fitsOnTheSmallest(Request job, NodeSet set) {
        Size size = set.sizes().get(0);
        if (!size.covers(job.piece())) {
            return false;
        }
        int tasks = size.cpus() / job.piece().cpus();
        int gpus = job.piece().gpus() == 0
                ? tasks
                : Math.min(tasks, size.gpus() / job.piece().gpus());
        boolean severalTasks = job.kind() == SmallCluster.Kind.TASKS;
        int nodes = severalTasks ? (job.count() + gpus - 1) / gpus : job.count();
        return job.kind() == SmallCluster.Kind.ARRAY || nodes <= set.max();
    }
}
