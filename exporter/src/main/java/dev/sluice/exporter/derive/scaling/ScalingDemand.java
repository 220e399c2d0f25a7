package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.derive.scaling.pool.PoolName;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The desired size of every pool, and the explanation of every pending job.
 *
 * @param pools one demand per pool, sorted by name
 * @param partitions one demand per partition that has a pool or a pending job, sorted by name
 * @param jobs one explanation per record of a pending job, in the order in which the jobs were considered
 * @param choices chosen pool of each job that fits several pools, by JobId; an input of the next computation
 * @param contradictions jobs for which Slurm reports a lack of nodes although the jobs fit, at most one job per pool
 * @param backoffs end of the backoff, by pool
 * @param truncatedArrays number of array records with an incomplete task count, so that the demand is a lower bound
 */
public record ScalingDemand(
        List<PoolDemand> pools,
        List<PartitionDemand> partitions,
        List<JobExplanation> jobs,
        Map<Long, PoolName> choices,
        List<Contradiction> contradictions,
        Map<PoolName, Instant> backoffs,
        long truncatedArrays) {

    public ScalingDemand {
        pools = List.copyOf(pools);
        partitions = List.copyOf(partitions);
        jobs = List.copyOf(jobs);
        choices = Map.copyOf(choices);
        contradictions = List.copyOf(contradictions);
        backoffs = Map.copyOf(backoffs);
    }

    public ScalingDemand withJobs(List<JobExplanation> others) {
        return new ScalingDemand(pools, partitions, others, choices, contradictions, backoffs, truncatedArrays);
    }
}
