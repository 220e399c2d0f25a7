package dev.sluice.exporter.derive.life;

import dev.sluice.exporter.model.Histogram;
import dev.sluice.exporter.model.job.JobState;
import java.util.Comparator;
import java.util.SortedMap;

/**
 * What happened to jobs since our own start. Immutable. No number ever falls, and no key goes.
 *
 * @param waits seconds from submission, or from a requeue, to a start
 * @param runs seconds from a start to the end or to the requeue
 * @param waitsByCause seconds of those waits, for each cause for which a job waited at all
 * @param submissions jobs that came, by partition
 * @param starts starts, by partition
 * @param requeues runs that ended with the job back in the queue, by partition
 * @param ends jobs that ended
 * @param foldedQueues queues that have become too many, and that are counted with their partition under {@code other}
 */
public record LifeCounts(
        SortedMap<Queue, Histogram> waits,
        SortedMap<Queue, Histogram> runs,
        SortedMap<CauseKey, Histogram> waitsByCause,
        SortedMap<String, Long> submissions,
        SortedMap<String, Long> starts,
        SortedMap<String, Long> requeues,
        SortedMap<EndKey, Long> ends,
        int foldedQueues) {

    /**
     * Jobs of one partition and QOS.
     *
     * @param partition the first one for a job that names several
     * @param qos empty where the cluster has no accounting
     */
    public record Queue(String partition, String qos) implements Comparable<Queue> {

        private static final Comparator<Queue> ORDER =
                Comparator.comparing(Queue::partition).thenComparing(Queue::qos);

        @Override
        public int compareTo(Queue other) {
            return ORDER.compare(this, other);
        }
    }

    /** Waits of one partition for one cause. */
    public record CauseKey(String partition, WaitCause cause) implements Comparable<CauseKey> {

        private static final Comparator<CauseKey> ORDER =
                Comparator.comparing(CauseKey::partition).thenComparing(CauseKey::cause);

        @Override
        public int compareTo(CauseKey other) {
            return ORDER.compare(this, other);
        }
    }

    /** Ends in one partition with one state, one for which {@link JobState#end()} holds. */
    public record EndKey(String partition, JobState state) implements Comparable<EndKey> {

        private static final Comparator<EndKey> ORDER =
                Comparator.comparing(EndKey::partition).thenComparing(EndKey::state);

        @Override
        public int compareTo(EndKey other) {
            return ORDER.compare(this, other);
        }
    }
}
