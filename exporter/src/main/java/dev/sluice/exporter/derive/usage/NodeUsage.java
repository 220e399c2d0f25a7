package dev.sluice.exporter.derive.usage;

import dev.sluice.exporter.derive.Capacity;
import dev.sluice.exporter.derive.Capacity.Split;
import dev.sluice.exporter.derive.usage.UsageCounts.PartitionGpus;
import dev.sluice.exporter.model.GpuCounts;
import java.time.Instant;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Integrates the GPUs of the nodes over time. Between two node lists, however far apart, the numbers of GPUs are
 * linear. The sums are whole numbers, so that the uses of a GPU type add up exactly to the configured GPUs. GPUs that
 * appear for the first time count from then on. If the clock steps back, counting resumes when the clock reaches the
 * time of the newest counted list. Confined to one thread.
 */
public final class NodeUsage {

    /** Divides the sums: a sum counts twice the GPUs, because the mean of two numbers may be half a GPU. */
    private static final double SUMS_PER_SECOND = 2_000;

    private static final long NEVER = -1;

    private final SortedMap<PartitionGpus, Split> sums;
    private SortedMap<PartitionGpus, Split> last;
    private long lastAt;

    /**
     * The state of the integration.
     *
     * @param at time of the newest node list in milliseconds since the epoch; negative before the first list
     * @param last GPUs in the newest node list
     * @param sums twice the GPU-milliseconds
     */
    public record State(long at, SortedMap<PartitionGpus, Split> last, SortedMap<PartitionGpus, Split> sums) {

        public static final State NONE = new State(NEVER, new TreeMap<>(), new TreeMap<>());

        public State {
            last = Collections.unmodifiableSortedMap(new TreeMap<>(last));
            sums = Collections.unmodifiableSortedMap(new TreeMap<>(sums));
        }

        /** Returns the seconds of a number in {@link #sums()}. */
        public static double seconds(long sum) {
            return sum / SUMS_PER_SECOND;
        }
    }

    public NodeUsage(State state) {
        this.sums = new TreeMap<>(state.sums());
        this.last = state.last();
        this.lastAt = state.at();
    }

    public void observe(Capacity.Summary capacity, Instant at) {
        long now = at.toEpochMilli();
        SortedMap<PartitionGpus, Split> current = new TreeMap<>();
        add(current, "", capacity.cluster());
        capacity.partitions().forEach((partition, nodes) -> add(current, partition, nodes));
        if (lastAt != NEVER && now > lastAt) {
            long elapsed = now - lastAt;
            sums.replaceAll((key, sum) -> sum.plus(twiceTheMean(key, current).times(elapsed)));
        }
        current.keySet().forEach(key -> sums.putIfAbsent(key, Split.NONE));
        last = current;
        lastAt = Math.max(lastAt, now);
    }

    private Split twiceTheMean(PartitionGpus key, SortedMap<PartitionGpus, Split> current) {
        return last.getOrDefault(key, Split.NONE).plus(current.getOrDefault(key, Split.NONE));
    }

    private static void add(SortedMap<PartitionGpus, Split> all, String partition, Capacity nodes) {
        nodes.gpus()
                .forEach((type, gpus) ->
                        all.merge(new PartitionGpus(partition, GpuCounts.label(type)), gpus, Split::plus));
    }

    /** Returns the state, which also contains the sums. */
    public State state() {
        return new State(lastAt, last, sums);
    }
}
