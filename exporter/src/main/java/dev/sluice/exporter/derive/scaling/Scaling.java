package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.derive.scaling.ScalingDemand.PartitionDemand;
import dev.sluice.exporter.derive.scaling.pool.CpuLimits;
import dev.sluice.exporter.derive.scaling.pool.NodeIndex;
import dev.sluice.exporter.derive.scaling.pool.Pool;
import dev.sluice.exporter.derive.scaling.pool.Reservations;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Computes the desired size of every pool: the busy nodes, and the nodes for pending jobs that wait only for nodes.
 * Packs these jobs first fit, in order of priority.
 */
public final class Scaling {

    /**
     * Maximum number of cached requests without room, for all pools together; the minimum per pool is
     * {@code MIN_KEPT_EACH}.
     */
    private static final int MAX_KEPT = 1 << 15;

    private static final int MIN_KEPT_EACH = 16;

    private Scaling() {}

    /** Computes the demand for any input, regardless of the order of its elements. */
    public static ScalingDemand demand(ScalingInput input) {
        List<Pool> sorted =
                input.pools().stream().sorted(Comparator.comparing(Pool::name)).toList();
        NodeIndex nodes = new NodeIndex(sorted);
        BitSet jobNodes = nodes.heldBy(input.jobs());
        CpuLimits limits = new CpuLimits(input.constraints().partitions(), input.jobs(), nodes);
        Reservations reservations = new Reservations(input.constraints().reservations(), nodes, input.at());
        int maxKept = Math.max(MIN_KEPT_EACH, MAX_KEPT / Math.max(1, sorted.size()));
        List<PoolState> pools = new ArrayList<>();
        for (Pool pool : sorted) {
            pools.add(new PoolState(pool, nodes.pool(pools.size()), nodes, jobNodes, limits, reservations, maxKept));
        }
        Allocation allocation = new Allocation(input, pools, reservations, nodes);
        List<JobExplanation> jobs = allocation.run();
        List<PoolDemand> demands = new ArrayList<>();
        for (PoolState pool : pools) {
            demands.add(Desired.of(pool, input.policy(), input.history()));
        }
        long truncated = input.jobs().stream()
                .filter(job -> job.pending() && job.array().truncated())
                .count();
        Set<String> served = input.pools().stream()
                .flatMap(pool -> pool.partitions().stream())
                .collect(Collectors.toSet());
        return new ScalingDemand(
                demands,
                PartitionDemand.of(served, jobs, input.at().getEpochSecond()),
                jobs,
                allocation.choices(),
                pools.stream()
                        .flatMap(pool -> pool.headOfLine().contradiction().stream())
                        .toList(),
                input.history().backoffs(),
                truncated);
    }
}
