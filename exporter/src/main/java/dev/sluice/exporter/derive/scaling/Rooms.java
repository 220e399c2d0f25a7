package dev.sluice.exporter.derive.scaling;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.function.IntPredicate;

/**
 * Nodes with free room, in order, kept so that the first with enough of everything is found in logarithmic time: a tree
 * over them holds the most that any node below has of each resource. Changes can be undone.
 */
final class Rooms {

    /** More nodes than any cluster has; further ones are not remembered. */
    private static final int MOST = 1 << 16;

    /** The room at an index as it was before; no room where it was added. */
    private static final class Change {

        private final int index;
        private final long[] before;

        Change(int index, long[] before) {
            this.index = index;
            this.before = before;
        }
    }

    private final int width;
    private final Deque<Change> changes = new ArrayDeque<>();
    private boolean recording;
    private int size;
    private int capacity = 16;
    /** Node i has the children 2i and 2i+1; rooms start at capacity. */
    private long[] tree;

    Rooms(int width) {
        this.width = width;
        this.tree = new long[2 * capacity * width];
    }

    int size() {
        return size;
    }

    void add(long[] room) {
        if (size >= MOST) {
            return;
        }
        if (size == capacity) {
            grow();
        }
        size++;
        if (recording) {
            changes.push(new Change(-1, new long[0]));
        }
        put(size - 1, room);
    }

    long[] get(int index) {
        int at = (capacity + index) * width;
        return Arrays.copyOfRange(tree, at, at + width);
    }

    void set(int index, long[] room) {
        if (recording) {
            changes.push(new Change(index, get(index)));
        }
        put(index, room);
    }

    /** From here on changes can be undone, until they are kept. */
    void record() {
        recording = true;
    }

    void keep() {
        changes.clear();
        recording = false;
    }

    void undo() {
        recording = false;
        while (!changes.isEmpty()) {
            Change change = changes.pop();
            if (change.index < 0) {
                size--;
                put(size, new long[width]);
            } else {
                put(change.index, change.before);
            }
        }
    }

    /** The first room from an index on that has as much of everything and is allowed; -1 where there is none. */
    int first(int from, long[] need, IntPredicate allowed) {
        int index = search(1, 0, capacity, from, need);
        while (index >= 0 && !allowed.test(index)) {
            index = search(1, 0, capacity, index + 1, need);
        }
        return index;
    }

    private int search(int node, int low, int high, int from, long[] need) {
        if (high <= from || low >= size || !covers(node, need)) {
            return -1;
        }
        if (high - low == 1) {
            return low;
        }
        int middle = (low + high) >>> 1;
        int found = search(2 * node, low, middle, from, need);
        return found >= 0 ? found : search(2 * node + 1, middle, high, from, need);
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

    private void put(int index, long[] room) {
        int node = capacity + index;
        System.arraycopy(room, 0, tree, node * width, width);
        for (node >>= 1; node >= 1; node >>= 1) {
            int left = 2 * node * width;
            for (int i = 0; i < width; i++) {
                tree[node * width + i] = Math.max(tree[left + i], tree[left + width + i]);
            }
        }
    }

    private void grow() {
        long[] rooms = Arrays.copyOfRange(tree, capacity * width, 2 * capacity * width);
        capacity *= 2;
        tree = new long[2 * capacity * width];
        System.arraycopy(rooms, 0, tree, capacity * width, rooms.length);
        for (int node = capacity - 1; node >= 1; node--) {
            for (int i = 0; i < width; i++) {
                tree[node * width + i] = Math.max(tree[2 * node * width + i], tree[(2 * node + 1) * width + i]);
            }
        }
    }
}
