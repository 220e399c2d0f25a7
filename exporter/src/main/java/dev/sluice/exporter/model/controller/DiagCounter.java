package dev.sluice.exporter.model.controller;

/** A value of sdiag that grows until slurmctld resets the value. Durations are in microseconds. */
public enum DiagCounter {
    MAIN_CYCLES("schedule_cycle_total"),
    MAIN_CYCLE_TIME("schedule_cycle_sum"),
    MAIN_DEPTH("schedule_cycle_depth"),
    MAIN_EXIT_END("schedule_exit.end_job_queue"),
    MAIN_EXIT_DEPTH("schedule_exit.default_queue_depth"),
    MAIN_EXIT_STARTS("schedule_exit.max_job_start"),
    MAIN_EXIT_LICENSES("schedule_exit.licenses"),
    MAIN_EXIT_RPCS("schedule_exit.max_rpc_cnt"),
    MAIN_EXIT_TIME("schedule_exit.max_sched_time"),
    BACKFILL_CYCLES("bf_cycle_counter"),
    BACKFILL_CYCLE_TIME("bf_cycle_sum"),
    BACKFILL_DEPTH("bf_depth_sum"),
    BACKFILL_EXIT_END("bf_exit.end_job_queue"),
    BACKFILL_EXIT_STARTS("bf_exit.bf_max_job_start"),
    BACKFILL_EXIT_TESTS("bf_exit.bf_max_job_test"),
    BACKFILL_EXIT_TIME("bf_exit.bf_max_time"),
    BACKFILL_EXIT_TABLE("bf_exit.bf_node_space_size"),
    BACKFILL_EXIT_STATE("bf_exit.state_changed"),
    BACKFILLED_HET_JOBS("bf_backfilled_het_jobs"),
    JOBS_SUBMITTED("jobs_submitted"),
    JOBS_STARTED("jobs_started"),
    JOBS_COMPLETED("jobs_completed"),
    JOBS_CANCELLED("jobs_canceled"),
    JOBS_FAILED("jobs_failed"),
    /** slurmctld does not reset this value at midnight, unlike all other values. */
    BACKFILLED_JOBS("bf_backfilled_jobs");

    private final String path;

    DiagCounter(String path) {
        this.path = path;
    }

    /** Returns the path of slurmrestd's member with the value, with dots between the names. */
    public String path() {
        return path;
    }

    /** Returns whether slurmctld resets the value once a day. */
    public boolean daily() {
        return this != BACKFILLED_JOBS;
    }
}
