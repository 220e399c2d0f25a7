package dev.sluice.exporter.derive.scaling;

import static dev.sluice.exporter.config.Loaded.changed;

import dev.sluice.exporter.derive.scaling.JobExplanation.Verdict;
import dev.sluice.exporter.derive.scaling.ScalingDemand.PartitionDemand;
import dev.sluice.exporter.derive.scaling.pool.MemberCounts;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Builds demands for tests. Numbers are names of record components with their values, such as {@code desired 2 max 9};
 * other numbers are 0.
 */
public final class Demands {

    private static final Set<String> NODES = Set.of("busy", "idle", "starting", "ghosts");

    private Demands() {}

    public static PoolDemand pool(PoolName name, String numbers, String... reasons) {
        PoolDemand demand = new PoolDemand(
                name,
                0,
                0,
                0,
                0,
                MemberCounts.of(List.of(), new BitSet()),
                0,
                Map.of(),
                Map.of(),
                0,
                Optional.empty(),
                Set.of(),
                List.of(reasons));
        for (Map.Entry<String, Long> number : parsed(numbers).entrySet()) {
            demand = NODES.contains(number.getKey())
                    ? withNodes(demand, number.getKey(), number.getValue())
                    : changed(demand, number.getKey(), number.getValue());
        }
        return demand;
    }

    /** Returns a copy with other numbers of nodes. */
    public static PoolDemand withNodes(PoolDemand demand, String component, Object value) {
        return changed(demand, "nodes", changed(demand.nodes(), component, value));
    }

    /** Returns the explanation of an eligible job in no pool. */
    public static JobExplanation job(long id, String reason, String partition, Verdict verdict, String numbers) {
        JobExplanation job = new JobExplanation(
                id,
                PendingClass.ELIGIBLE,
                reason,
                partition,
                Optional.empty(),
                1,
                0,
                0,
                0,
                verdict,
                Optional.empty(),
                0,
                0,
                "",
                "");
        for (Map.Entry<String, Long> number : parsed(numbers).entrySet()) {
            job = changed(job, number.getKey(), number.getValue());
        }
        return job;
    }

    public static ScalingDemand demand(
            List<PoolDemand> pools, List<PartitionDemand> partitions, List<JobExplanation> jobs) {
        return new ScalingDemand(pools, partitions, jobs, Map.of(), List.of(), Map.of(), 0);
    }

    private static Map<String, Long> parsed(String numbers) {
        String[] words = numbers.split(" ", -1);
        Map<String, Long> parsed = new LinkedHashMap<>();
        for (int i = 0; i + 1 < words.length; i += 2) {
            parsed.put(words[i], Long.valueOf(words[i + 1]));
        }
        return parsed;
    }
}
