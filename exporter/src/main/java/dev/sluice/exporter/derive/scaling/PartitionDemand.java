package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.derive.scaling.need.Amounts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the jobs of one partition add to the demand. A job that was submitted to several counts in the one by which it
 * came to its pool, so that nothing is counted twice; it is nobody's share of the pools' numbers nevertheless, because
 * jobs of several partitions may share nodes.
 *
 * @param partition PartitionName
 * @param pendingNodes nodes beyond the busy ones that its jobs need
 * @param pendingJobs its jobs (array tasks) that wait, by class; a class without jobs is absent
 * @param oldestEligibleAt when the longest-waiting of the eligible ones of a class became eligible, seconds since the
 *     epoch; a class without one is absent
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
     * Sums jobs up.
     *
     * @param partitions partitions to show even where none of their jobs waits
     * @param now seconds since the epoch; a job that becomes eligible later does not wait yet
     * @return in order of name
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
