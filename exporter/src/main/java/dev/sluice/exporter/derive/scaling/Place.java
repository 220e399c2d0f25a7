package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.model.job.Job;
import java.util.Comparator;

/**
 * Where a job is in the queue, or was when it started.
 *
 * @param index its place in the list of all jobs: a hundred thousand jobs are not held while they are put in order
 */
record Place(long priority, long submittedAt, long id, long hetJobId, int index) {

    static final Comparator<Place> ORDER = Comparator.comparingLong(Place::priority)
            .reversed()
            .thenComparingLong(Place::submittedAt)
            .thenComparingLong(Place::id);

    static Place of(Job job, int index) {
        return new Place(job.priority(), job.submittedAt(), job.id(), job.hetJobId(), index);
    }
}
