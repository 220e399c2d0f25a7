package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.derive.scaling.HeadOfLine.Contradiction;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.model.Amounts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

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

    /**
     * The demand of the jobs of one partition. A job of several partitions counts only in the partition through which
     * the job was assigned to its pool. Even so, the partitions' demands do not add up to the pools' demands, because
     * jobs of different partitions may share nodes.
     *
     * @param pendingNodes nodes that the partition's jobs need in addition to the busy nodes
     * @param pendingJobs pending jobs (array tasks) by class; a class without jobs has no entry
     * @param oldestEligibleAt earliest eligible time of the jobs of a class, in seconds since the epoch; a class
     *     without eligible jobs has no entry
     */
    public record PartitionDemand(
            String partition,
            long pendingNodes,
            Map<PendingClass, Long> pendingJobs,
            Map<PendingClass, Long> oldestEligibleAt) {

        public PartitionDemand {
            pendingJobs = Collections.unmodifiableMap(pendingJobs);
            oldestEligibleAt = Collections.unmodifiableMap(oldestEligibleAt);
        }

        /**
         * Sums up the jobs of each partition.
         *
         * @param partitions partitions to include, with or without pending jobs
         * @param now seconds since the epoch; a job with a later eligible time is not waiting yet
         * @return the demands, sorted by partition
         */
        static List<PartitionDemand> of(Set<String> partitions, List<JobExplanation> jobs, long now) {
            SortedMap<String, List<JobExplanation>> byPartition = jobs.stream()
                    .filter(job -> !job.partition().isEmpty())
                    .collect(Collectors.groupingBy(JobExplanation::partition, TreeMap::new, Collectors.toList()));
            partitions.forEach(partition -> byPartition.putIfAbsent(partition, List.of()));
            List<PartitionDemand> demands = new ArrayList<>();
            byPartition.forEach((partition, theirs) -> demands.add(of(partition, theirs, now)));
            return demands;
        }

        private static PartitionDemand of(String partition, List<JobExplanation> jobs, long now) {
            Map<PendingClass, Long> pending = new EnumMap<>(PendingClass.class);
            Map<PendingClass, Long> oldest = new EnumMap<>(PendingClass.class);
            long nodes = 0;
            for (JobExplanation job : jobs) {
                nodes = Amounts.sum(nodes, job.newNodes());
                pending.merge(job.pendingClass(), job.tasks(), Amounts::sum);
                if (job.eligibleAt() > 0 && job.eligibleAt() <= now) {
                    oldest.merge(job.pendingClass(), job.eligibleAt(), Math::min);
                }
            }
            return new PartitionDemand(partition, nodes, pending, oldest);
        }
    }
}
