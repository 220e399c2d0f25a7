package dev.sluice.exporter.derive.usage;

import dev.sluice.exporter.derive.RowIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The open runs by JobId. */
final class OpenRuns {

    private final List<OpenRun> rows = new ArrayList<>();
    private final RowIndex index = new RowIndex(row -> rows.get(row).jobId());

    /** Returns the open run of a job. */
    Optional<OpenRun> get(long jobId) {
        int row = index.row(jobId);
        return row < 0 || rows.get(row).closed() ? Optional.empty() : Optional.of(rows.get(row));
    }

    /** Adds a run, in place of an earlier run of the same job. */
    void put(OpenRun run) {
        int row = index.row(run.jobId());
        if (row < 0) {
            rows.add(run);
            index.add(run.jobId());
        } else {
            rows.set(row, run);
        }
    }

    /** Returns the open runs in the order of their first list. */
    Stream<OpenRun> all() {
        return rows.stream().filter(run -> !run.closed());
    }

    /** Forgets the closed runs. */
    void dropClosed() {
        if (rows.removeIf(OpenRun::closed)) {
            index.index(rows.size());
        }
    }
}
