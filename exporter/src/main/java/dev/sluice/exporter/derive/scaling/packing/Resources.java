package dev.sluice.exporter.derive.scaling.packing;

import dev.sluice.exporter.derive.scaling.pool.FreeCapacity;
import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.GpuCounts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Converts resources to rows of numbers, so that a fit is a comparison: CPUs, memory, all GPUs, the GPUs of each type,
 * then other named resources. GPUs that are requested without a type can be of any type.
 */
final class Resources {

    private static final int CPUS = 0;
    private static final int MEMORY = 1;
    private static final int GPUS = 2;
    private static final int FIRST_TYPE = 3;

    private final List<String> types;
    private final List<String> names;

    /** Collects the GPU types and resource names of the bins; no bin has other types or names. */
    Resources(List<FreeCapacity> bins) {
        SortedSet<String> found = new TreeSet<>();
        bins.forEach(bin -> found.addAll(bin.gpus().byType().keySet()));
        found.remove(GpuCounts.UNTYPED);
        this.types = new ArrayList<>(found);
        SortedSet<String> named = new TreeSet<>();
        bins.forEach(bin -> named.addAll(bin.gres().byName().keySet()));
        this.names = new ArrayList<>(named);
    }

    int width() {
        return FIRST_TYPE + types.size() + names.size();
    }

    long[] row(FreeCapacity bin) {
        long[] row = new long[width()];
        row[CPUS] = Math.max(0, bin.cpus());
        row[MEMORY] = Math.max(0, bin.memoryBytes());
        for (Map.Entry<String, Long> gpus : bin.gpus().byType().entrySet()) {
            row[GPUS] = Amounts.sum(row[GPUS], gpus.getValue());
            int type = types.indexOf(gpus.getKey());
            if (type >= 0) {
                row[FIRST_TYPE + type] = gpus.getValue();
            }
        }
        for (int i = 0; i < names.size(); i++) {
            row[FIRST_TYPE + types.size() + i] = bin.gres().byName().getOrDefault(names.get(i), 0L);
        }
        return row;
    }

    /** Returns how many times a need fits into a bin, limited to {@code most}. */
    static long times(long[] bin, long[] need, long most) {
        long times = most;
        for (int i = 0; i < need.length; i++) {
            if (need[i] > 0) {
                times = Math.min(times, bin[i] / need[i]);
            }
        }
        return times;
    }

    /** Returns the rest of a bin; GPUs without a type are taken from the type with the most GPUs left. */
    long[] rest(long[] bin, long[] need, long times) {
        long[] rest = Arrays.copyOf(bin, bin.length);
        for (int i = 0; i < need.length; i++) {
            rest[i] = Math.max(0, rest[i] - Amounts.product(need[i], times));
        }
        for (long excess = excess(rest); excess > 0; excess = excess(rest)) {
            int most = FIRST_TYPE;
            for (int i = FIRST_TYPE; i < FIRST_TYPE + types.size(); i++) {
                most = rest[i] > rest[most] ? i : most;
            }
            rest[most] -= Math.min(excess, rest[most]);
        }
        return rest;
    }

    static boolean isUseful(long[] bin) {
        return bin[CPUS] > 0;
    }

    /** Returns the number of GPUs by which the sum of all types exceeds the number of GPUs that are left. */
    private long excess(long[] row) {
        long typed = 0;
        for (int i = FIRST_TYPE; i < FIRST_TYPE + types.size(); i++) {
            typed = Amounts.sum(typed, row[i]);
        }
        return typed - row[GPUS];
    }
}
