package dev.sluice.exporter.derive.scaling.pool;

import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.GresCounts.GpuShares;
import dev.sluice.exporter.model.node.NodeResources;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Converts resources to rows of numbers, so that a fit is a comparison: CPUs, memory, all GPUs, the GPUs of each type,
 * then other named resources. GPUs that are requested without a type can be of any type. The shares of GPUs have a
 * column for the sum and a column for each GPU, in descending order of the free shares: a need for shares of one GPU is
 * in the first of these columns.
 */
final class Resources {

    private static final int CPUS = 0;
    private static final int MEMORY = 1;
    private static final int GPUS = 2;
    private static final int FIRST_TYPE = 3;

    private final List<String> types;
    private final List<String> names;
    private final Shares[] shares;
    /** Columns of single GPUs. */
    private final BitSet shareOfGpu = new BitSet();

    /** The columns of one kind of shares: the sum, then the GPUs up to {@code end}. */
    private record Shares(int sum, int end) {

        int first() {
            return sum + 1;
        }
    }

    /** Collects the GPU types and resource names of the bins; no bin has other types or names. */
    Resources(List<NodeResources> bins) {
        SortedSet<String> found = new TreeSet<>();
        bins.forEach(bin -> found.addAll(bin.gpus().byType().keySet()));
        found.remove(GpuCounts.UNTYPED);
        this.types = new ArrayList<>(found);
        SortedSet<String> named = new TreeSet<>();
        bins.forEach(bin -> named.addAll(bin.gres().byName().keySet()));
        this.names = new ArrayList<>(named);
        List<Shares> kinds = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            int gpus = 0;
            while (names.contains(GpuShares.ofGpu(names.get(i), gpus))) {
                gpus++;
            }
            if (gpus > 0) {
                int sum = FIRST_TYPE + types.size() + i;
                kinds.add(new Shares(sum, sum + 1 + gpus));
                shareOfGpu.set(sum + 1, sum + 1 + gpus);
            }
        }
        this.shares = kinds.toArray(Shares[]::new);
    }

    int width() {
        return FIRST_TYPE + types.size() + names.size();
    }

    long[] row(NodeResources bin) {
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

    /** Returns whether a bin has enough of every resource. */
    static boolean fits(long[] bin, long[] need) {
        for (int i = 0; i < need.length; i++) {
            if (bin[i] < need[i]) {
                return false;
            }
        }
        return true;
    }

    /** Returns how many times a need fits into a bin, limited to {@code most}. */
    long times(long[] bin, long[] need, long most) {
        long times = most;
        for (int i = 0; i < need.length; i++) {
            if (need[i] > 0 && !shareOfGpu.get(i)) {
                times = Math.min(times, bin[i] / need[i]);
            }
        }
        for (Shares kind : shares) {
            long ofOneGpu = need[kind.first()];
            if (ofOneGpu > 0) {
                times = Math.min(
                        times,
                        Arrays.stream(bin, kind.first(), kind.end())
                                .map(free -> free / ofOneGpu)
                                .sum());
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
        for (Shares kind : shares) {
            share(kind, rest, bin, need, times);
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

    /**
     * Takes shares from the GPUs with the least free shares, and whole GPUs from the GPUs with the most. A GPU with
     * allocated shares is not available as a whole.
     */
    private static void share(Shares kind, long[] rest, long[] bin, long[] need, long times) {
        int end = kind.end();
        System.arraycopy(bin, kind.first(), rest, kind.first(), end - kind.first());
        int whole = (int) Math.min(Amounts.product(need[GPUS], times), end - kind.first());
        Arrays.fill(rest, kind.first(), kind.first() + whole, 0);
        sort(rest, kind);
        int untouched = kind.first() + (int) Math.min(rest[GPUS], end - kind.first());
        boolean ofOneGpu = need[kind.first()] > 0;
        long left = Amounts.product(need[kind.sum()], times);
        for (int i = end - 1; i >= kind.first() && left > 0; i--) {
            long here = ofOneGpu ? rest[i] / need[kind.first()] * need[kind.first()] : rest[i];
            long taken = Math.min(left, here);
            rest[i] -= taken;
            left -= taken;
            if (taken > 0 && i < untouched) {
                rest[GPUS]--;
            }
        }
        sort(rest, kind);
        rest[kind.sum()] = Arrays.stream(rest, kind.first(), end).sum();
    }

    private static void sort(long[] row, Shares kind) {
        long[] sorted = Arrays.stream(row, kind.first(), kind.end())
                .map(free -> -free)
                .sorted()
                .map(free -> -free)
                .toArray();
        System.arraycopy(sorted, 0, row, kind.first(), sorted.length);
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
