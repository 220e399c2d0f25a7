package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.model.job.Job;
import java.util.Comparator;

/**
 * The position of a job in the queue, or the former position of a job that has started. As in slurmctld's queue, a job
 * of several partitions has one position for each PriorityTier.
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
        return new Place(reserved, tier, job.priority(), job.times().submittedAt(), job.id(), job.hetJobId(), index);
    }
}
