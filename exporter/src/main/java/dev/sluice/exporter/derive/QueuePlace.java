package dev.sluice.exporter.derive;

import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.reason.PendingReason;
import dev.sluice.exporter.model.reason.ReasonClass;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The position of a pending job in the queue of one partition: the number of the job's line in
 * {@code squeue --states=PENDING --partition=P --sort=-p,i}, without held jobs. As in squeue without {@code --array},
 * all unstarted tasks of an array are one record. The order is by priority, not by start time. Backfill starts jobs out
 * of order, and jobs ahead may wait for something other than resources.
 *
 * @param position position, starting with 1
 * @param of number of pending records in the partition that are not held
 * @param tasksBefore number of jobs ahead, each array task counted
 * @param before jobs ahead by reason class, each array task counted
 */
public record QueuePlace(String partition, long position, long of, long tasksBefore, Map<ReasonClass, Long> before) {

    public QueuePlace {
        before = Collections.unmodifiableMap(before);
    }

    /** Returns the position of a job; empty if the job is not pending, is held, or does not name the partition. */
    public static Optional<QueuePlace> of(List<Job> jobs, Job job, String partition) {
        if (!queued(job, partition)) {
            return Optional.empty();
        }
        long before = 0;
        long tasksBefore = 0;
        Map<ReasonClass, Long> byClass = new EnumMap<>(ReasonClass.class);
        long all = 0;
        for (Job other : jobs) {
            if (queued(other, partition)) {
                all++;
                if (precedes(other, job)) {
                    before++;
                    tasksBefore += other.array().tasks();
                    byClass.merge(
                            PendingReason.of(other.status().reason()).reasonClass(),
                            other.array().tasks(),
                            Long::sum);
                }
            }
        }
        return Optional.of(new QueuePlace(partition, before + 1, all, tasksBefore, byClass));
    }

    private static boolean queued(Job job, String partition) {
        return job.waiting() && !job.status().held() && job.partitions().contains(partition);
    }

    private static boolean precedes(Job one, Job other) {
        return one.priority() > other.priority() || (one.priority() == other.priority() && one.id() < other.id());
    }
}
