package dev.sluice.exporter.derive.usage;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The open runs by JobId, in an open-addressing hash table: a {@code HashMap} would need 60 more bytes for each of up to
 * 100,000 runs.
 */
final class OpenRuns {

    private static final int MIN_SLOTS = 128;

    private final List<OpenRun> rows = new ArrayList<>();

    /**
     * Row numbers plus 1, by hash of the JobId; 0 is a free slot. The number of slots is a power of two, and at most
     * half of the slots are in use.
     */
    private int[] slots = new int[MIN_SLOTS];

    /** Returns the open run of a job. */
    Optional<OpenRun> get(long jobId) {
        int row = slots[slot(jobId)] - 1;
        return row < 0 || rows.get(row).closed() ? Optional.empty() : Optional.of(rows.get(row));
    }

    /** Adds a run, in place of an earlier run of the same job. */
    void put(OpenRun run) {
        int slot = slot(run.jobId());
        if (slots[slot] == 0) {
            rows.add(run);
            slots[slot] = rows.size();
            if (2 * rows.size() > slots.length) {
                index();
            }
        } else {
            rows.set(slots[slot] - 1, run);
        }
    }

    /** Returns the open runs in the order of their first list. */
    Stream<OpenRun> all() {
        return rows.stream().filter(run -> !run.closed());
    }

    /** Forgets the closed runs. */
    void dropClosed() {
        if (rows.removeIf(OpenRun::closed)) {
            index();
        }
    }

    private void index() {
        slots = new int[Math.max(MIN_SLOTS, 4 * Integer.highestOneBit(rows.size()))];
        for (int row = 0; row < rows.size(); row++) {
            slots[slot(rows.get(row).jobId())] = row + 1;
        }
    }

    /** Returns the slot of a job, or the free slot for the job. */
    private int slot(long jobId) {
        int mask = slots.length - 1;
        int slot = (int) ((jobId * 0x9E3779B97F4A7C15L) >>> 32) & mask;
        while (slots[slot] != 0 && rows.get(slots[slot] - 1).jobId() != jobId) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }
}
