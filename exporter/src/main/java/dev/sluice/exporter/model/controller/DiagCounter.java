package dev.sluice.exporter.model.controller;

/** A value of sdiag that grows until slurmctld resets the value. Durations are in microseconds. */
public enum DiagCounter {
    MAIN_CYCLES,
    MAIN_CYCLE_TIME,
    MAIN_DEPTH,
    MAIN_EXIT_END,
    MAIN_EXIT_DEPTH,
    MAIN_EXIT_STARTS,
    MAIN_EXIT_LICENSES,
    MAIN_EXIT_RPCS,
    MAIN_EXIT_TIME,
    BACKFILL_CYCLES,
    BACKFILL_CYCLE_TIME,
    BACKFILL_DEPTH,
    BACKFILL_EXIT_END,
    BACKFILL_EXIT_STARTS,
    BACKFILL_EXIT_TESTS,
    BACKFILL_EXIT_TIME,
    BACKFILL_EXIT_TABLE,
    BACKFILL_EXIT_STATE,
    BACKFILLED_HET_JOBS,
    JOBS_SUBMITTED,
    JOBS_STARTED,
    JOBS_COMPLETED,
    JOBS_CANCELLED,
    JOBS_FAILED,
    /** slurmctld does not reset this value at midnight, unlike all other values. */
    BACKFILLED_JOBS;

    /** Returns whether slurmctld resets the value once a day. */
    public boolean daily() {
        return this != BACKFILLED_JOBS;
    }
}
