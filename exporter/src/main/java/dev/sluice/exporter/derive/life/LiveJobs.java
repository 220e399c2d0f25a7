package dev.sluice.exporter.derive.life;

import java.util.Arrays;
import java.util.Optional;

/**
 * The remembered jobs by ID. Stores the jobs as rows of numbers with an open-addressing hash table. With one object per
 * job, every full garbage collection would visit all these objects.
 */
final class LiveJobs {

    private static final int MIN_ROWS = 64;

    /** {@link LiveJob#LONGS} numbers for each row. */
    private long[] longs = new long[MIN_ROWS * LiveJob.LONGS];

    /** {@link LiveJob#INTS} numbers for each row. */
    private int[] ints = new int[MIN_ROWS * LiveJob.INTS];

    /**
     * Row numbers plus 1, by hash of the ID; 0 is a free slot. The number of slots is a power of two, and at most half
     * of the slots are in use.
     */
    private int[] slots = new int[MIN_ROWS * 2];

    private int size;

    private final LiveJob copy = LiveJob.copy();
    private final Optional<LiveJob> found = Optional.of(copy);

    /** Returns a copy of a job's state, valid until the next call; {@link #put} writes the copy back. */
    Optional<LiveJob> get(long id) {
        int row = slots[slot(id)] - 1;
        if (row < 0) {
            return Optional.empty();
        }
        copy.load(longs, ints, row);
        return found;
    }

    /** Adds a job, or replaces the job with the same ID. */
    void put(LiveJob job) {
        int slot = slot(job.id());
        if (slots[slot] == 0) {
            if (size * LiveJob.LONGS == longs.length) {
                resize(size + size / 2);
                slot = slot(job.id());
            }
            size++;
            slots[slot] = size;
        }
        job.store(longs, ints, slots[slot] - 1);
    }

    /** Removes the jobs that were last seen before a time. */
    void retainSeenSince(long at) {
        int kept = 0;
        for (int row = 0; row < size; row++) {
            if (longs[row * LiveJob.LONGS + LiveJob.SEEN_AT] >= at) {
                System.arraycopy(longs, row * LiveJob.LONGS, longs, kept * LiveJob.LONGS, LiveJob.LONGS);
                System.arraycopy(ints, row * LiveJob.INTS, ints, kept * LiveJob.INTS, LiveJob.INTS);
                kept++;
            }
        }
        if (kept < size) {
            size = kept;
            int rows = longs.length / LiveJob.LONGS;
            resize(kept * 4 < rows ? Math.max(MIN_ROWS, kept * 2) : rows);
        }
    }

    private void resize(int rows) {
        longs = Arrays.copyOf(longs, rows * LiveJob.LONGS);
        ints = Arrays.copyOf(ints, rows * LiveJob.INTS);
        slots = new int[Integer.highestOneBit(rows) * 4];
        for (int row = 0; row < size; row++) {
            slots[slot(longs[row * LiveJob.LONGS])] = row + 1;
        }
    }

    /** Returns the slot of an ID, or the free slot for the ID. */
    private int slot(long id) {
        int mask = slots.length - 1;
        int slot = (int) ((id * 0x9E3779B97F4A7C15L) >>> 32) & mask;
        while (slots[slot] != 0 && longs[(slots[slot] - 1) * LiveJob.LONGS] != id) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    int size() {
        return size;
    }
}
