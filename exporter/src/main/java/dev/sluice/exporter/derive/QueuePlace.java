package dev.sluice.exporter.derive;

import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.ReasonClass;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The position of a pending job in the queue of one partition: the number of the job's line in
 * {@code squeue --states=PENDING --partition=P --sort=-p,i}, without held jobs. As in squeue without {@code --array},
 * all pending tasks of an array are one line: requeued tasks join the record of the unstarted tasks. The order is by
 * priority, not by start time. Backfill starts jobs out of order, and jobs ahead may wait for something other than
 * resources.
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
        Map<Long, Job> arrays = new HashMap<>();
        for (Job other : jobs) {
            if (other.id() == other.array().jobId() && queued(other, partition)) {
                arrays.put(other.id(), other);
            }
        }
        Job own = line(job, arrays);
        long before = 0;
        long tasksBefore = 0;
        Map<ReasonClass, Long> byClass = new EnumMap<>(ReasonClass.class);
        long all = 0;
        for (Job other : jobs) {
            if (queued(other, partition)) {
                Job line = line(other, arrays);
                boolean first = line.id() == other.id();
                all += first ? 1 : 0;
                if (precedes(line, own)) {
                    before += first ? 1 : 0;
                    tasksBefore = Amounts.sum(tasksBefore, other.array().tasks());
                    byClass.merge(other.status().reasonClass(), other.array().tasks(), Amounts::sum);
                }
            }
        }
        return Optional.of(new QueuePlace(partition, before + 1, all, tasksBefore, byClass));
    }

    /** Returns the record in whose line squeue shows a job. */
    private static Job line(Job job, Map<Long, Job> arrays) {
        Job array = arrays.getOrDefault(job.array().jobId(), job);
        return array.partitions().equals(job.partitions()) && array.name().equals(job.name()) ? array : job;
    }

    /** Returns the number of jobs ahead that wait for the same resources; the other jobs ahead cannot start now. */
    public long competitors() {
        return before.getOrDefault(ReasonClass.RESOURCES, 0L) + before.getOrDefault(ReasonClass.PRIORITY, 0L);
    }

    private static boolean queued(Job job, String partition) {
        return job.waiting() && !job.status().held() && job.partitions().contains(partition);
    }

    private static boolean precedes(Job one, Job other) {
        return one.priority() > other.priority() || (one.priority() == other.priority() && one.id() < other.id());
    }
}
