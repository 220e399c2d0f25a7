package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.model.job.Job;
import java.util.Comparator;

/**
 * Where a job is in the queue, or was when it started. As in slurmctld's queue, a job of several partitions has a place for
 * each PriorityTier of them.
 *
 * @param reserved whether it is of a reservation, which goes before all else
 * @param tier PriorityTier of the partition, which goes before the priority
 * @param index its place in the list of all jobs: a hundred thousand jobs are not held while they are put in order
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
        return new Place(reserved, tier, job.priority(), job.submittedAt(), job.id(), job.hetJobId(), index);
    }
}
