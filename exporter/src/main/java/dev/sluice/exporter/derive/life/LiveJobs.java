package dev.sluice.exporter.derive.life;

import dev.sluice.exporter.derive.RowIndex;
import java.util.Arrays;
import java.util.Optional;

/**
 * The remembered jobs by ID, as rows of numbers. With one object per job, every full garbage collection would visit all
 * these objects.
 */
final class LiveJobs {

    private static final int MIN_ROWS = 64;

    /** {@link LiveJob#LONGS} numbers for each row. */
    private long[] longs = new long[MIN_ROWS * LiveJob.LONGS];

    /** {@link LiveJob#INTS} numbers for each row. */
    private int[] ints = new int[MIN_ROWS * LiveJob.INTS];

    private final RowIndex index = new RowIndex(row -> longs[row * LiveJob.LONGS]);
    private int size;

    private final LiveJob copy = LiveJob.copy();
    private final Optional<LiveJob> found = Optional.of(copy);

    /** Returns a copy of a job's state, valid until the next call; {@link #put} writes the copy back. */
    Optional<LiveJob> get(long id) {
        int row = index.row(id);
        if (row < 0) {
            return Optional.empty();
        }
        copy.load(longs, ints, row);
        return found;
    }

    /** Adds a job, or replaces the job with the same ID. */
    void put(LiveJob job) {
        int row = index.row(job.id());
        if (row >= 0) {
            job.store(longs, ints, row);
            return;
        }
        if (size * LiveJob.LONGS == longs.length) {
            resize(size + size / 2);
        }
        job.store(longs, ints, size);
        size++;
        index.add(job.id());
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
            index.index(size);
        }
    }

    private void resize(int rows) {
        longs = Arrays.copyOf(longs, rows * LiveJob.LONGS);
        ints = Arrays.copyOf(ints, rows * LiveJob.INTS);
    }

    int size() {
        return size;
    }
}
