package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.derive.scaling.evidence.Contradiction;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * How many nodes every pool should have, and what became of every job that waits.
 *
 * @param pools one per pool, ordered by name
 * @param partitions one per partition that pools serve or that a waiting job came by, ordered by name
 * @param jobs one per record of a job that waits, in the order in which they were considered
 * @param choices which pool was chosen for the jobs that had a choice, by JobId; to be handed in again next time
 * @param contradictions jobs for which Slurm reports a lack of nodes although they fit, one of a pool at most
 * @param backoffs until when jobs go to other pools, because nodes do not start, by pool
 * @param windows the scale-down window that is recommended, by pool; no part of the number
 * @param truncatedArrays array records whose tasks could be counted in part only, so that demand is a lower bound
 */
public record ScalingDemand(
        List<PoolDemand> pools,
        List<PartitionDemand> partitions,
        List<JobExplanation> jobs,
        Map<Long, PoolName> choices,
        List<Contradiction> contradictions,
        Map<PoolName, Instant> backoffs,
        Map<PoolName, Duration> windows,
        long truncatedArrays) {

    public ScalingDemand {
        pools = List.copyOf(pools);
        partitions = List.copyOf(partitions);
        jobs = List.copyOf(jobs);
        choices = Map.copyOf(choices);
        contradictions = List.copyOf(contradictions);
        backoffs = Map.copyOf(backoffs);
        windows = Map.copyOf(windows);
    }

    /** A demand that Slurm does not contradict. */
    public ScalingDemand(
            List<PoolDemand> pools,
            List<PartitionDemand> partitions,
            List<JobExplanation> jobs,
            Map<Long, PoolName> choices,
            long truncatedArrays) {
        this(pools, partitions, jobs, choices, List.of(), Map.of(), Map.of(), truncatedArrays);
    }

    /** The same numbers with the explanations of some jobs only. */
    public ScalingDemand withJobs(Predicate<JobExplanation> filter) {
        return new ScalingDemand(
                pools,
                partitions,
                jobs.stream().filter(filter).toList(),
                choices,
                contradictions,
                backoffs,
                windows,
                truncatedArrays);
    }
}
