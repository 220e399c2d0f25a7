package dev.sluice.exporter.derive;

import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.Histogram;
import dev.sluice.exporter.model.Labeled;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobState;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;

/**
 * Counts of job events since the exporter's start. Immutable. Counts never decrease, and keys never disappear.
 *
 * @param waitsByQueue seconds from submission or requeue to start, by queue; queues over the cardinality limit count
 *     with their partition, under {@code other}
 * @param waitsByCause seconds of a wait that each cause accounts for, by partition; a cause without seconds is not
 *     counted
 * @param waitsByAccount wait times by account and GPU type; pairs over the cardinality limit count under
 *     {@link AccountGpuType#OTHER}; empty if accounts are not published
 * @param runs seconds from start to end or requeue
 * @param partitions events by partition
 * @param sizes waits, runs and interruptions of each size class
 * @param foldedQueues number of queues over the cardinality limit
 * @param foldedAccounts number of pairs of account and GPU type over the cardinality limit
 */
public record LifeCounts(
        SortedMap<Queue, Histogram> waitsByQueue,
        SortedMap<String, SortedMap<WaitCause, Histogram>> waitsByCause,
        SortedMap<AccountGpuType, Histogram> waitsByAccount,
        SortedMap<Queue, Histogram> runs,
        SortedMap<String, Events> partitions,
        Map<JobSize, SizeCounts> sizes,
        int foldedQueues,
        int foldedAccounts) {

    /**
     * Jobs of one partition and QOS.
     *
     * @param partition partition of the jobs; the first partition if a job names several
     * @param qos QOS of the jobs; empty if the cluster has no accounting
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
     * Jobs of one account that request one type of GPU.
     *
     * @param account published account name
     * @param gpuType GPU type; {@code none} for jobs without GPUs, {@code untyped} if a job names no type. If a job
     *     requests several types, all types, separated by commas
     */
    public record AccountGpuType(String account, String gpuType) implements Comparable<AccountGpuType> {

        static final AccountGpuType OTHER = new AccountGpuType("other", "other");

        private static final Comparator<AccountGpuType> ORDER =
                Comparator.comparing(AccountGpuType::account).thenComparing(AccountGpuType::gpuType);

        @Override
        public int compareTo(AccountGpuType other) {
            return ORDER.compare(this, other);
        }
    }

    /**
     * The job events of one partition.
     *
     * @param requeues runs that ended in a requeue
     * @param ends ended jobs by end state ({@link JobState#end()}); a state without jobs may be missing
     */
    public record Events(long submissions, long starts, long requeues, Map<JobState, Long> ends) {

        static final Events NONE = new Events(0, 0, 0, Map.of());

        public Events {
            ends = Map.copyOf(ends);
        }

        Events plus(Events more) {
            Map<JobState, Long> sums = new HashMap<>(ends);
            more.ends.forEach((state, jobs) -> sums.merge(state, jobs, Amounts::sum));
            return new Events(
                    Amounts.sum(submissions, more.submissions),
                    Amounts.sum(starts, more.starts),
                    Amounts.sum(requeues, more.requeues),
                    sums);
        }
    }

    /**
     * Counts of the jobs of one size class. Immutable.
     *
     * @param waitSeconds seconds of all waits that ended with a start
     * @param runSeconds seconds of all ended runs
     * @param interruptions interrupted runs by cause
     */
    public record SizeCounts(long waitSeconds, long runSeconds, Map<Interruption, Long> interruptions) {

        static final SizeCounts NONE = new SizeCounts(0, 0, Map.of());

        public SizeCounts {
            interruptions = Map.copyOf(interruptions);
        }

        /** Why a run ended before the job was done. */
        public enum Interruption implements Labeled {
            /** A node failed or did not boot, and Slurm did not requeue the job. */
            NODE_FAIL,
            /** Slurm or a person requeued the job. */
            REQUEUE,
            /** The job was preempted, and Slurm did not requeue the job. */
            PREEMPTED
        }

        public long of(Interruption cause) {
            return interruptions.getOrDefault(cause, 0L);
        }

        SizeCounts plus(SizeCounts more) {
            Map<Interruption, Long> sums = new HashMap<>(interruptions);
            more.interruptions.forEach((cause, times) -> sums.merge(cause, times, Amounts::sum));
            return new SizeCounts(waitSeconds + more.waitSeconds, runSeconds + more.runSeconds, sums);
        }
    }

    /** The size class of a job, by its number of requested GPUs. */
    public enum JobSize implements Labeled {
        NONE("0", 0),
        ONE("1", 1),
        UP_TO_8("2-8", 8),
        UP_TO_64("9-64", 64),
        UP_TO_512("65-512", 512),
        LARGER("513+", Long.MAX_VALUE);

        private final String label;
        private final long max;

        JobSize(String label, long max) {
            this.label = label;
            this.max = max;
        }

        static JobSize of(Job job) {
            long gpus = job.request().gpus().total();
            for (JobSize size : values()) {
                if (gpus <= size.max) {
                    return size;
                }
            }
            return LARGER;
        }

        @Override
        public String label() {
            return label;
        }
    }
}
