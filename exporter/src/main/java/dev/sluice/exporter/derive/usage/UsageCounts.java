package dev.sluice.exporter.derive.usage;

import dev.sluice.exporter.model.job.JobState;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The resources that jobs used. Immutable. Counts never decrease, and keys never disappear.
 *
 * @param accounts usage by account; accounts over the cardinality limit count under {@code other}; empty if accounts
 *     are not published
 * @param users the same by user
 * @param partitions GPU-seconds by partition and GPU type
 * @param foldedAccounts number of accounts over the cardinality limit
 * @param foldedUsers number of users over the cardinality limit
 */
public record UsageCounts(
        SortedMap<String, Owned> accounts,
        SortedMap<String, Owned> users,
        SortedMap<PartitionGpus, Runs> partitions,
        int foldedAccounts,
        int foldedUsers) {

    public static final UsageCounts NONE = new UsageCounts(new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), 0, 0);

    /**
     * The states of an ended run: the end states of a job, REQUEUED, and UNKNOWN for a run that disappeared without a
     * record of its end.
     */
    public static final List<JobState> END_STATES = Arrays.stream(JobState.values())
            .filter(state -> state.end() || state == JobState.REQUEUED || state == JobState.UNKNOWN)
            .toList();

    public UsageCounts {
        accounts = Collections.unmodifiableSortedMap(new TreeMap<>(accounts));
        users = Collections.unmodifiableSortedMap(new TreeMap<>(users));
        partitions = Collections.unmodifiableSortedMap(new TreeMap<>(partitions));
    }

    /**
     * The usage of an account or user.
     *
     * @param gpuSeconds GPU-seconds by GPU type
     * @param memoryByteSeconds memory in bytes, multiplied by seconds
     */
    public record Owned(SortedMap<String, Double> gpuSeconds, double cpuSeconds, double memoryByteSeconds) {

        public static final Owned ZERO = new Owned(new TreeMap<>(), 0, 0);

        public Owned {
            gpuSeconds = Collections.unmodifiableSortedMap(new TreeMap<>(gpuSeconds));
        }
    }

    /**
     * The GPU-seconds of runs.
     *
     * @param gpuSeconds GPU-seconds of all runs
     * @param ended GPU-seconds of the ended runs by state
     */
    public record Runs(double gpuSeconds, Map<JobState, Double> ended) {

        public static final Runs ZERO =
                new Runs(0, END_STATES.stream().collect(Collectors.toMap(state -> state, state -> 0.0)));

        public Runs {
            ended = Map.copyOf(ended);
        }
    }

    /**
     * The GPUs of one type in one partition.
     *
     * @param partition partition; empty for the cluster
     * @param gpuType GPU type; {@code untyped} if Slurm reports no type
     */
    public record PartitionGpus(String partition, String gpuType) implements Comparable<PartitionGpus> {

        private static final Comparator<PartitionGpus> ORDER =
                Comparator.comparing(PartitionGpus::partition).thenComparing(PartitionGpus::gpuType);

        @Override
        public int compareTo(PartitionGpus other) {
            return ORDER.compare(this, other);
        }
    }
}
