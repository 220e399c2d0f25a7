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
        return switch (job.partitions().size()) {
            case 0 -> List.of(Partition.DEFAULT_PRIORITY_TIER);
            case 1 -> List.of(of(job.partitions().get(0)));
            default ->
                job.partitions().stream()
                        .map(this::of)
                        .distinct()
                        .sorted(Comparator.reverseOrder())
                        .toList();
        };
    }

    /** Returns the partitions by tier, highest first; the order within a tier does not change. */
    List<String> sorted(List<String> partitions) {
        return partitions.stream()
                .sorted(Comparator.comparingLong((String partition) -> of(partition))
                        .reversed())
                .toList();
    }
}
