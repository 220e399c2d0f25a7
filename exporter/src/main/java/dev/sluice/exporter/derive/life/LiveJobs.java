package dev.sluice.exporter.derive.life;

import dev.sluice.exporter.derive.RowTable;
import java.util.Optional;

/** The remembered jobs by ID. */
final class LiveJobs {

    private final RowTable rows = new RowTable(LiveJob.LONGS, LiveJob.INTS, 0);
    private final LiveJob copy = LiveJob.copy();
    private final Optional<LiveJob> found = Optional.of(copy);

    /** Returns a copy of a job's state, valid until the next call; {@link #put} writes the copy back. */
    Optional<LiveJob> get(long id) {
        int row = rows.row(id);
        if (row < 0) {
            return Optional.empty();
        }
        copy.load(rows, row);
        return found;
    }

    /** Adds a job, or replaces the job with the same ID. */
    void put(LiveJob job) {
        int row = rows.row(job.id());
        job.store(rows, row >= 0 ? row : rows.add(job.id()));
    }

    /** Removes the jobs that were last seen before a time. */
    void retainSeenSince(long at) {
        rows.removeIf(row -> LiveJob.seenAt(rows, row) < at);
    }

    int size() {
        return rows.size();
    }
}
