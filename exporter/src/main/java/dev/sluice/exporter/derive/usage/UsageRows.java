package dev.sluice.exporter.derive.usage;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The amounts of each {@link UsageKey}, in the order of their first addition. The rows are arrays: a {@code HashMap}
 * with 10,000 users in each of 13 months would have 400,000 objects, which every full garbage collection visits.
 */
final class UsageRows extends AbstractMap<UsageKey, UsageAmounts> {

    private static final int MIN_ROWS = 16;

    /** Names per row: account, user, partition, NodeSet, GPU type. */
    private static final int NAMES = 5;

    /** Numbers per row: GPU-seconds, CPU-seconds, byte-seconds. */
    private static final int SUMS = 3;

    private String[] names = new String[MIN_ROWS * NAMES];
    private double[] sums = new double[MIN_ROWS * SUMS];
    private long[] ended = new long[MIN_ROWS];
    private int size;

    /** Row numbers plus 1, by hash of the key; 0 is a free slot. The number of slots is a power of two. */
    private int[] slots = new int[4 * MIN_ROWS];

    @Override
    public int size() {
        return size;
    }

    @Override
    public boolean containsKey(Object key) {
        return key instanceof UsageKey usage && slots[slot(usage)] != 0;
    }

    @Override
    public @Nullable UsageAmounts get(Object key) {
        return key instanceof UsageKey usage && slots[slot(usage)] != 0 ? amounts(slots[slot(usage)] - 1) : null;
    }

    void add(UsageKey key, UsageAmounts amounts) {
        int slot = slot(key);
        int row = slots[slot] == 0 ? addRow(key, slot) : slots[slot] - 1;
        sums[row * SUMS] += amounts.gpuSeconds();
        sums[row * SUMS + 1] += amounts.cpuSeconds();
        sums[row * SUMS + 2] += amounts.memoryByteSeconds();
        ended[row] += amounts.endedJobs();
    }

    private int addRow(UsageKey key, int slot) {
        int row = size++;
        if (size > ended.length) {
            int rows = size + size / 2;
            names = Arrays.copyOf(names, rows * NAMES);
            sums = Arrays.copyOf(sums, rows * SUMS);
            ended = Arrays.copyOf(ended, rows);
        }
        names[row * NAMES] = key.account();
        names[row * NAMES + 1] = key.user();
        names[row * NAMES + 2] = key.partition();
        names[row * NAMES + 3] = key.nodeSet();
        names[row * NAMES + 4] = key.gpuType();
        slots[slot] = size;
        if (2 * size > slots.length) {
            slots = new int[2 * slots.length];
            IntStream.range(0, size).forEach(each -> slots[slot(key(each))] = each + 1);
        }
        return row;
    }

    /** Returns the slot of a key, or the free slot for the key. */
    private int slot(UsageKey key) {
        int mask = slots.length - 1;
        int hash = key.hashCode() * 0x9E3779B9;
        int slot = (hash ^ (hash >>> 15)) & mask;
        while (slots[slot] != 0 && !key(slots[slot] - 1).equals(key)) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private UsageKey key(int row) {
        int at = row * NAMES;
        return new UsageKey(names[at], names[at + 1], names[at + 2], names[at + 3], names[at + 4]);
    }

    private UsageAmounts amounts(int row) {
        int at = row * SUMS;
        return new UsageAmounts(sums[at], sums[at + 1], sums[at + 2], ended[row]);
    }

    @Override
    public Set<Map.Entry<UsageKey, UsageAmounts>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public int size() {
                return size;
            }

            @Override
            public Iterator<Map.Entry<UsageKey, UsageAmounts>> iterator() {
                return IntStream.range(0, size)
                        .mapToObj(row -> Map.entry(key(row), amounts(row)))
                        .iterator();
            }
        };
    }
}
