package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.model.Amounts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The demand of the jobs of one partition. A job of several partitions counts only in the partition through which the
 * job was assigned to its pool. Even so, the partitions' demands do not add up to the pools' demands, because jobs of
 * different partitions may share nodes.
 *
 * @param pendingNodes nodes that the partition's jobs need in addition to the busy nodes
 * @param pendingJobs pending jobs (array tasks) by class; a class without jobs has no entry
 * @param oldestEligibleAt earliest eligible time of the jobs of a class, in seconds since the epoch; a class without
 *     eligible jobs has no entry
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
        SortedMap<String, Sums> sums = new TreeMap<>();
        partitions.forEach(partition -> sums.put(partition, new Sums()));
        for (JobExplanation job : jobs) {
            if (!job.partition().isEmpty()) {
                sums.computeIfAbsent(job.partition(), unused -> new Sums()).add(job, now);
            }
        }
        List<PartitionDemand> demands = new ArrayList<>();
        sums.forEach((partition, sum) ->
                demands.add(new PartitionDemand(partition, sum.nodes, sum.jobs, sum.oldestEligibleAt)));
        return demands;
    }

    private static final class Sums {

        private final Map<PendingClass, Long> jobs = new EnumMap<>(PendingClass.class);
        private final Map<PendingClass, Long> oldestEligibleAt = new EnumMap<>(PendingClass.class);
        private long nodes;

        void add(JobExplanation job, long now) {
            nodes = Amounts.sum(nodes, job.newNodes());
            jobs.merge(job.pendingClass(), job.tasks(), Amounts::sum);
            if (job.eligibleAt() > 0 && job.eligibleAt() <= now) {
                oldestEligibleAt.merge(job.pendingClass(), job.eligibleAt(), Math::min);
            }
        }
    }
}
