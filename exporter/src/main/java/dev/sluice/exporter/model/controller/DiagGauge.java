package dev.sluice.exporter.model.controller;

/** A number of sdiag that goes up and down. Durations are seconds, times are seconds since the epoch. */
public enum DiagGauge {
    SERVER_THREADS,
    AGENT_QUEUE,
    AGENTS,
    AGENT_THREADS,
    /** Messages to slurmdbd that wait. */
    DBD_QUEUE,
    /** Time of 1000 calls of gettimeofday(): large where the machine's clock source is slow. */
    CLOCK_LATENCY,
    /** When these numbers were taken. */
    TAKEN_AT,
    /** When slurmctld last began to count anew. */
    SINCE,
    MAIN_CYCLE_LAST,
    MAIN_CYCLE_MEAN,
    MAIN_CYCLE_MAX,
    /** Jobs that a cycle tried, on average. */
    MAIN_DEPTH_MEAN,
    MAIN_QUEUE,
    BACKFILL_CYCLE_LAST,
    BACKFILL_CYCLE_MEAN,
    BACKFILL_CYCLE_MAX,
    /** Jobs that a cycle looked at, on average. */
    BACKFILL_DEPTH_MEAN,
    BACKFILL_DEPTH_LAST,
    /** Jobs among them that had a chance, on average. */
    BACKFILL_TRIED_MEAN,
    BACKFILL_TRIED_LAST,
    BACKFILL_QUEUE,
    BACKFILL_QUEUE_MEAN,
    /** Length of the plan: moments at which something starts or ends. */
    BACKFILL_TABLE,
    BACKFILL_TABLE_MEAN,
    /** When the newest backfill cycle ended. */
    BACKFILL_ENDED_AT,
    /** 1 while a backfill cycle is under way. */
    BACKFILL_ACTIVE
}
