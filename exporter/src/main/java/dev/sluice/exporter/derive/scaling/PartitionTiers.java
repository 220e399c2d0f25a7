package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.job.Job;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The PriorityTier of each partition. slurmctld considers all jobs of a higher tier first, regardless of their
 * priority. slurmctld considers a job of several partitions once in each partition (sort_job_queue2 of slurmctld's
 * job_scheduler.c).
 */
final class PartitionTiers {

    private final Map<String, Long> tiers = new HashMap<>();

    PartitionTiers(List<Partition> partitions) {
        partitions.forEach(partition -> tiers.put(partition.name(), partition.priorityTier()));
    }

    long of(String partition) {
        return tiers.getOrDefault(partition, Partition.DEFAULT_PRIORITY_TIER);
    }

    /** Returns the tiers in which slurmctld considers a job, highest first. */
    List<Long> of(Job job) {
        List<String> partitions = job.partitions();
        return partitions.isEmpty()
                ? List.of(Partition.DEFAULT_PRIORITY_TIER)
                : partitions.stream()
                        .map(this::of)
                        .distinct()
                        .sorted(Comparator.reverseOrder())
                        .toList();
    }

    /** Returns the partitions by tier, highest first; the order within a tier does not change. */
    List<String> sorted(List<String> partitions) {
        return partitions.stream()
                .sorted(Comparator.comparingLong((String partition) -> of(partition))
                        .reversed())
                .toList();
    }

    /**
     * The position of a job in the queue, or the former position of a job that has started. As in slurmctld's queue, a
     * job of several partitions has one position for each PriorityTier.
     *
     * @param reserved whether the job has a reservation; this criterion precedes all other criteria
     * @param tier PriorityTier of the partition; this criterion precedes the priority
     * @param index index in the list of all jobs, so that sorting does not hold 100,000 jobs in memory
     */
    record Place(boolean reserved, long tier, long priority, long submittedAt, long id, long hetJobId, int index) {

        static final Comparator<Place> ORDER = Comparator.comparing(Place::reserved)
                .thenComparingLong(Place::tier)
                .thenComparingLong(Place::priority)
                .reversed()
                .thenComparingLong(Place::submittedAt)
                .thenComparingLong(Place::id);

        static Place of(Job job, long tier, int index) {
            boolean reserved = !job.shape().placement().reservation().isEmpty();
            return new Place(
                    reserved, tier, job.priority(), job.times().submittedAt(), job.id(), job.hetJobId(), index);
        }
    }
}
