package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.config.Loaded;
import dev.sluice.exporter.derive.scaling.JobExplanation.Verdict;
import dev.sluice.exporter.derive.scaling.ScalingDemand.PartitionDemand;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Builds demands for tests. Numbers are names of record components with their values, such as {@code desired 2 max 9};
 * other numbers are 0.
 */
public final class Demands {

    private Demands() {}

    public static PoolDemand pool(PoolName name, String numbers, String... reasons) {
        PoolDemand none = new PoolDemand(
                name,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                Collections.emptySortedMap(),
                Collections.emptySortedMap(),
                0,
                0,
                Map.of(),
                Map.of(),
                0,
                Optional.empty(),
                Set.of(),
                List.of(reasons));
        return with(none, numbers);
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
        return with(job, numbers);
    }

    public static ScalingDemand demand(
            List<PoolDemand> pools, List<PartitionDemand> partitions, List<JobExplanation> jobs) {
        return new ScalingDemand(pools, partitions, jobs, Map.of(), List.of(), Map.of(), 0);
    }

    private static <R extends Record> R with(R record, String numbers) {
        String[] words = numbers.split(" ", -1);
        R result = record;
        for (int i = 0; i + 1 < words.length; i += 2) {
            result = Loaded.changed(result, words[i], Long.valueOf(words[i + 1]));
        }
        return result;
    }
}
