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
 * @param submissions jobs that came, by partition
 * @param starts starts, by partition
 * @param requeues runs that ended with the job back in the queue, by partition
 * @param ends jobs that ended
 */
public record LifeCounts(
        Waits waits,
        SortedMap<Queue, Histogram> runs,
        SortedMap<String, Long> submissions,
        SortedMap<String, Long> starts,
        SortedMap<String, Long> requeues,
        SortedMap<EndKey, Long> ends) {

    /**
     * The same waits, told apart in three ways.
     *
     * @param byQueue those beyond the limit are counted with their partition, under {@code other}
     * @param byCause seconds that each cause had of a wait, for each cause for which a job waited at all
     * @param byAccount those beyond the limit share {@link AccountGpus#OTHER}; empty where accounts are not published
     * @param foldedQueues queues beyond the limit
     * @param foldedAccounts pairs of account and GPU type beyond the limit
     */
    public record Waits(
            SortedMap<Queue, Histogram> byQueue,
            SortedMap<CauseKey, Histogram> byCause,
            SortedMap<AccountGpus, Histogram> byAccount,
            int foldedQueues,
            int foldedAccounts) {}

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

    /**
     * Jobs of one account that ask for one type of GPU.
     *
     * @param account as it is published
     * @param gpuType {@code none} of jobs without GPUs, {@code untyped} where a job leaves the type to Slurm, all of them
     *     with commas between where a job asks for several
     */
    public record AccountGpus(String account, String gpuType) implements Comparable<AccountGpus> {

        static final AccountGpus OTHER = new AccountGpus("other", "other");

        private static final Comparator<AccountGpus> ORDER =
                Comparator.comparing(AccountGpus::account).thenComparing(AccountGpus::gpuType);

        @Override
        public int compareTo(AccountGpus other) {
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
