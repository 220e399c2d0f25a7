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
 * Where a job that waits stands in the queue of one partition: its line in
 * {@code squeue --states=PENDING --partition=P --sort=-p,i} without the jobs that are held. Records are counted as squeue
 * does without {@code --array}: all unstarted tasks of an array are one. That is the order of priority, not the order of
 * starts: backfill starts jobs out of it, and jobs before this one may wait for something else.
 *
 * @param partition PartitionName
 * @param position 1 for the first
 * @param of how many records wait there and are not held
 * @param tasksBefore jobs before it, array tasks counted one by one
 * @param before these jobs by what they wait for
 */
public record QueuePlace(String partition, long position, long of, long tasksBefore, Map<ReasonClass, Long> before) {

    public QueuePlace {
        Map<ReasonClass, Long> copy = new EnumMap<>(ReasonClass.class);
        copy.putAll(before);
        before = Collections.unmodifiableMap(copy);
    }

    /** The place of a job among all jobs; empty where it does not wait, is held, or is not of that partition. */
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
                    tasksBefore += other.tasks();
                    byClass.merge(PendingReason.of(other.reason()).reasonClass(), other.tasks(), Long::sum);
                }
            }
        }
        return Optional.of(new QueuePlace(partition, before + 1, all, tasksBefore, byClass));
    }

    private static boolean queued(Job job, String partition) {
        return job.waiting() && !job.held() && job.partitions().contains(partition);
    }

    private static boolean precedes(Job one, Job other) {
        return one.priority() > other.priority() || (one.priority() == other.priority() && one.id() < other.id());
    }
}
