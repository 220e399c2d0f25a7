package dev.sluice.exporter.model.controller;

/** A value of sdiag that goes up and down. Durations are in seconds, times in seconds since the epoch. */
public enum DiagGauge {
    SERVER_THREADS("server_thread_count"),
    AGENT_QUEUE("agent_queue_size"),
    AGENTS("agent_count"),
    AGENT_THREADS("agent_thread_count"),
    /** Messages waiting to be sent to slurmdbd. */
    DBD_QUEUE("dbd_agent_queue_size"),
    /** Duration of 1000 calls of gettimeofday(). The duration is long if the machine's clock source is slow. */
    CLOCK_LATENCY("gettimeofday_latency", 1e-6),
    /** Time of these statistics. */
    TAKEN_AT("req_time"),
    /** Time of slurmctld's last reset. */
    SINCE("req_time_start"),
    MAIN_CYCLE_LAST("schedule_cycle_last", 1e-6),
    MAIN_CYCLE_MEAN("schedule_cycle_mean", 1e-6),
    MAIN_CYCLE_MAX("schedule_cycle_max", 1e-6),
    /** Mean number of jobs tried per cycle. */
    MAIN_DEPTH_MEAN("schedule_cycle_mean_depth"),
    MAIN_QUEUE("schedule_queue_length"),
    BACKFILL_CYCLE_LAST("bf_cycle_last", 1e-6),
    BACKFILL_CYCLE_MEAN("bf_cycle_mean", 1e-6),
    /** Present in v0.0.41 and later. */
    BACKFILL_CYCLE_MAX("bf_cycle_max", 1e-6),
    /** Mean number of jobs considered per cycle. */
    BACKFILL_DEPTH_MEAN("bf_depth_mean"),
    BACKFILL_DEPTH_LAST("bf_last_depth"),
    /** Mean number of considered jobs with a chance to start. */
    BACKFILL_TRIED_MEAN("bf_depth_mean_try"),
    BACKFILL_TRIED_LAST("bf_last_depth_try"),
    BACKFILL_QUEUE("bf_queue_len"),
    BACKFILL_QUEUE_MEAN("bf_queue_len_mean"),
    /** Length of the plan: number of points in time at which something starts or ends. */
    BACKFILL_TABLE("bf_table_size"),
    BACKFILL_TABLE_MEAN(""),
    /** End of the newest backfill cycle. */
    BACKFILL_ENDED_AT("bf_when_last_cycle"),
    /** 1 while a backfill cycle is running. */
    BACKFILL_ACTIVE("");

    private final String member;
    private final double unit;

    DiagGauge(String member) {
        this(member, 1);
    }

    DiagGauge(String member, double unit) {
        this.member = member;
        this.unit = unit;
    }

    /** Returns the name of slurmrestd's member with the value; empty for a computed value. */
    public String member() {
        return member;
    }

    /** Returns the unit of slurmrestd's value, such as 1e-6 for a time in microseconds. */
    public double unit() {
        return unit;
    }
}
