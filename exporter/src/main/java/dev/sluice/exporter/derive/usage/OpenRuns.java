package dev.sluice.exporter.derive.usage;

import dev.sluice.exporter.derive.RowTable;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The open runs by JobId. */
final class OpenRuns {

    private final RowTable rows = new RowTable(OpenRun.LONGS, OpenRun.INTS, OpenRun.VALUES);

    Optional<OpenRun> get(long jobId) {
        int row = rows.row(jobId);
        return row < 0 || OpenRun.closed(rows, row) ? Optional.empty() : Optional.of(new OpenRun(rows, row));
    }

    /** Adds a run, in place of an earlier run of the same job. */
    OpenRun put(CountedRun run) {
        int row = rows.row(run.jobId());
        OpenRun open = new OpenRun(rows, row < 0 ? rows.add(run.jobId()) : row);
        open.set(run);
        return open;
    }

    /** Returns the open runs in the order of their first list. */
    Stream<OpenRun> all() {
        return IntStream.range(0, rows.size())
                .filter(row -> !OpenRun.closed(rows, row))
                .mapToObj(row -> new OpenRun(rows, row));
    }

    /** Forgets the closed runs. Runs that were returned before are no longer valid. */
    void dropClosed() {
        rows.removeIf(row -> OpenRun.closed(rows, row));
    }
}
