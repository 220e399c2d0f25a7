package dev.sluice.exporter.derive.scaling.packing;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;

/**
 * The free capacity of nodes, in order; each node is a bin. Finds the first node with enough of every resource in
 * logarithmic time, because each inner element of the tree holds the largest amount of each resource below the element.
 * Changes can be undone.
 */
final class CapacityTree {

    /** Maximum number of nodes, more than any cluster has. Further nodes are ignored. */
    private static final int MAX_BINS = 1 << 16;

    private static final int WORD = Long.SIZE;

    /** The previous free capacity of the bin at an index. */
    private static final class Change {

        private final int index;
        private final long[] before;

        Change(int index, long[] before) {
            this.index = index;
            this.before = before;
        }
    }

    private final int width;
    private final int maxSize;
    private final Deque<Change> changes = new ArrayDeque<>();
    private boolean recording;
    private int recordedSize;
    private int size;
    private int capacity = WORD;
    /** Tree node i has the children 2i and 2i+1; bins start at index {@code capacity}. */
    private long[] tree;

    /**
     * Creates a tree without bins.
     *
     * @param width number of resources
     * @param without number of bins without free capacity, which do not count for the maximum size
     */
    CapacityTree(int width, int without) {
        this.width = width;
        this.maxSize = MAX_BINS + without;
        this.tree = new long[2 * capacity * width];
    }

    int size() {
        return size;
    }

    /** Adds bins with equal free capacity, up to the maximum size. */
    void add(long[] bin, long count) {
        int from = size;
        size += (int) Math.min(count, maxSize - size);
        while (size > capacity) {
            grow(from);
        }
        for (int i = from; i < size; i++) {
            System.arraycopy(bin, 0, tree, (capacity + i) * width, width);
        }
        refresh(from, size);
    }

    long[] get(int index) {
        int at = (capacity + index) * width;
        return Arrays.copyOfRange(tree, at, at + width);
    }

    void set(int index, long[] bin) {
        if (recording && index < recordedSize) {
            changes.push(new Change(index, get(index)));
        }
        put(index, bin);
    }

    /** Starts recording: changes can be undone until they are kept. */
    void record() {
        recording = true;
        recordedSize = size;
    }

    /** Returns one bit for each bin that was changed or added since the recording started. */
    long[] changed() {
        BitSet changed = new BitSet();
        changes.forEach(change -> changed.set(change.index));
        changed.set(recordedSize, size);
        return changed.toLongArray();
    }

    void keep() {
        changes.clear();
        recording = false;
    }

    void undo() {
        recording = false;
        while (!changes.isEmpty()) {
            Change change = changes.pop();
            put(change.index, change.before);
        }
        int added = size;
        size = recordedSize;
        Arrays.fill(tree, (capacity + size) * width, (capacity + added) * width, 0);
        refresh(size, added);
    }

    /**
     * Returns the first bin from an index on with enough of every resource; -1 if no bin has enough.
     *
     * @param excluded bits of bins to skip; bins beyond the last bit are not skipped
     */
    int first(int from, long[] need, long[] excluded) {
        return search(1, 0, capacity, from, need, excluded);
    }

    private int search(int node, int low, int high, int from, long[] need, long[] excluded) {
        if (high <= from || low >= size || !covers(node, need)) {
            return -1;
        }
        if (high - low == 1) {
            return low;
        }
        if (high - low == WORD && low / WORD < excluded.length && excluded[low / WORD] != 0) {
            return searchWord(low, from, need, ~excluded[low / WORD]);
        }
        int middle = (low + high) >>> 1;
        int found = search(2 * node, low, middle, from, need, excluded);
        return found >= 0 ? found : search(2 * node + 1, middle, high, from, need, excluded);
    }

    private int searchWord(int low, int from, long[] need, long allowed) {
        for (long rest = from > low ? allowed & -1L << from : allowed; rest != 0; rest &= rest - 1) {
            int index = low + Long.numberOfTrailingZeros(rest);
            if (index < size && covers(capacity + index, need)) {
                return index;
            }
        }
        return -1;
    }

    private boolean covers(int node, long[] need) {
        int at = node * width;
        for (int i = 0; i < width; i++) {
            if (tree[at + i] < need[i]) {
                return false;
            }
        }
        return true;
    }

    private void put(int index, long[] bin) {
        System.arraycopy(bin, 0, tree, (capacity + index) * width, width);
        refresh(index, index + 1);
    }

    /** Updates the inner elements above some bins. */
    private void refresh(int from, int to) {
        if (from >= to) {
            return;
        }
        int first = (capacity + from) / 2;
        int last = (capacity + to - 1) / 2;
        for (; first >= 1; first /= 2, last /= 2) {
            for (int node = first; node <= last; node++) {
                int left = 2 * node * width;
                for (int i = 0; i < width; i++) {
                    tree[node * width + i] = Math.max(tree[left + i], tree[left + width + i]);
                }
            }
        }
    }

    /** Doubles the capacity, and keeps this number of bins. */
    private void grow(int bins) {
        long[] before = tree;
        int beforeCapacity = capacity;
        capacity *= 2;
        tree = new long[2 * capacity * width];
        System.arraycopy(before, beforeCapacity * width, tree, capacity * width, bins * width);
        refresh(0, bins);
    }
}
