package dev.sluice.exporter.model.controller;

/** A value of sdiag that goes up and down. Durations are in seconds, times in seconds since the epoch. */
public enum DiagGauge {
    SERVER_THREADS,
    AGENT_QUEUE,
    AGENTS,
    AGENT_THREADS,
    /** Messages waiting to be sent to slurmdbd. */
    DBD_QUEUE,
    /** Duration of 1000 calls of gettimeofday(). The duration is long if the machine's clock source is slow. */
    CLOCK_LATENCY,
    /** Time of these statistics. */
    TAKEN_AT,
    /** Time of slurmctld's last reset. */
    SINCE,
    MAIN_CYCLE_LAST,
    MAIN_CYCLE_MEAN,
    MAIN_CYCLE_MAX,
    /** Mean number of jobs tried per cycle. */
    MAIN_DEPTH_MEAN,
    MAIN_QUEUE,
    BACKFILL_CYCLE_LAST,
    BACKFILL_CYCLE_MEAN,
    BACKFILL_CYCLE_MAX,
    /** Mean number of jobs considered per cycle. */
    BACKFILL_DEPTH_MEAN,
    BACKFILL_DEPTH_LAST,
    /** Mean number of considered jobs with a chance to start. */
    BACKFILL_TRIED_MEAN,
    BACKFILL_TRIED_LAST,
    BACKFILL_QUEUE,
    BACKFILL_QUEUE_MEAN,
    /** Length of the plan: number of points in time at which something starts or ends. */
    BACKFILL_TABLE,
    BACKFILL_TABLE_MEAN,
    /** End of the newest backfill cycle. */
    BACKFILL_ENDED_AT,
    /** 1 while a backfill cycle is running. */
    BACKFILL_ACTIVE
}
