package dev.sluice.exporter.derive.life;

import java.util.Arrays;
import java.util.Optional;

/**
 * The jobs that are remembered, by their ids. Rows of numbers and an open hash table over them: every full garbage
 * collection visits each object, so that there is none for each job.
 */
final class LiveJobs {

    private static final int MIN_ROWS = 64;

    /** {@link LiveJob#LONGS} for each row. */
    private long[] longs = new long[MIN_ROWS * LiveJob.LONGS];

    /** {@link LiveJob#INTS} for each row. */
    private int[] ints = new int[MIN_ROWS * LiveJob.INTS];

    /** Rows plus 1, at the ids' hashes; 0 is free. A power of two, and at most half of them in use. */
    private int[] slots = new int[MIN_ROWS * 2];

    private int size;

    private final LiveJob copy = LiveJob.copy();
    private final Optional<LiveJob> found = Optional.of(copy);

    /** What is remembered of that job: a copy, until it is put back, and until the next one is got. */
    Optional<LiveJob> get(long id) {
        int row = slots[slot(id)] - 1;
        if (row < 0) {
            return Optional.empty();
        }
        copy.load(longs, ints, row);
        return found;
    }

    /** Adds a job; it takes the place of another of its id. */
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

    /** Forgets the jobs that were last observed before. */
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

    /** Where the row of that id is noted, or would be. */
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
