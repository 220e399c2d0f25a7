package dev.sluice.exporter.metrics;

import dev.sluice.exporter.derive.DiagHistory.Totals;
import dev.sluice.exporter.derive.RpcHistory.Count;
import dev.sluice.exporter.model.Labeled;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.accounting.DbdStatistics;
import dev.sluice.exporter.model.accounting.DbdStatistics.Rollup;
import dev.sluice.exporter.model.cluster.Diag;
import dev.sluice.exporter.model.cluster.Diag.RpcCount;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/**
 * The metrics from slurmctld's statistics.
 *
 * @param diag current statistics of slurmctld
 * @param totals increases of slurmctld's counters since the first poll
 */
public record DiagMetrics(String cluster, Diag diag, Totals totals) {

    private static final double MICROS = 1e6;
    private static final String TYPES = "message type, up to 150, and `other`";

    /** The schedulers of slurmctld that sdiag reports. */
    private enum Scheduler implements Labeled {
        /** Tries the first jobs of the queue in priority order, and runs frequently. */
        MAIN,
        /** Fills gaps with lower-priority jobs from a large part of the queue, and runs rarely. */
        BACKFILL
    }

    private static final ClosedLabels<Scheduler> SCHEDULER = ClosedLabels.of("scheduler", Scheduler.values());

    private record Exit(Scheduler scheduler, String reason, String counter) {}

    private static final ClosedLabels<Exit> EXIT = ClosedLabels.of(
                    "scheduler",
                    List.of(
                            new Exit(Scheduler.MAIN, "end_of_queue", "schedule_exit.end_job_queue"),
                            new Exit(Scheduler.MAIN, "queue_depth", "schedule_exit.default_queue_depth"),
                            new Exit(Scheduler.MAIN, "job_starts", "schedule_exit.max_job_start"),
                            new Exit(Scheduler.MAIN, "licenses", "schedule_exit.licenses"),
                            new Exit(Scheduler.MAIN, "rpc_count", "schedule_exit.max_rpc_cnt"),
                            new Exit(Scheduler.MAIN, "time", "schedule_exit.max_sched_time"),
                            new Exit(Scheduler.BACKFILL, "end_of_queue", "bf_exit.end_job_queue"),
                            new Exit(Scheduler.BACKFILL, "job_starts", "bf_exit.bf_max_job_start"),
                            new Exit(Scheduler.BACKFILL, "job_tests", "bf_exit.bf_max_job_test"),
                            new Exit(Scheduler.BACKFILL, "time", "bf_exit.bf_max_time"),
                            new Exit(Scheduler.BACKFILL, "table_size", "bf_exit.bf_node_space_size"),
                            new Exit(Scheduler.BACKFILL, "state_changed", "bf_exit.state_changed")),
                    exit -> exit.scheduler.label())
            .by("reason", Exit::reason);

    private record Event(String name, String counter) {}

    private static final ClosedLabels<Event> EVENT = ClosedLabels.of(
            "event",
            List.of(
                    new Event("submitted", "jobs_submitted"),
                    new Event("started", "jobs_started"),
                    new Event("completed", "jobs_completed"),
                    new Event("cancelled", "jobs_canceled"),
                    new Event("failed", "jobs_failed")),
            Event::name);
    private static final Scope<DiagMetrics, DiagMetrics> CLUSTER =
            Scope.<DiagMetrics>of("cluster, for its scheduler").by("cluster", DiagMetrics::cluster);
    private static final Scope<DiagMetrics, Count> TYPE =
            CLUSTER.eachEntry(TYPES, "type", metrics -> metrics.totals.byType().entrySet());
    private static final Scope<DiagMetrics, Count> USER = CLUSTER.eachEntry(
            "user that asks slurmctld, up to `metrics.topUsers`, and `other`",
            "user",
            metrics -> metrics.totals.byUser().entrySet());

    public static final Section<DiagMetrics> SECTION = Section.of(
            "slurmctld and its schedulers",
            SlurmSource.DIAG.label(),
            "The values of sdiag. Means and maxima begin at `slurm_diag_since_timestamp_seconds`, counters at 0 with "
                    + "Sluice. `scheduler` is `main` or `backfill`. The first 150 message types and "
                    + "`metrics.topUsers` users keep their own series; the rest is `other`.",
            CLUSTER.seconds("slurm_diag_since_timestamp_seconds")
                    .help(
                            "Begin of slurmctld's statistics, seconds since the epoch: its start, midnight (UTC), or sdiag --reset.")
                    .reported(now(Diag.SINCE)),
            CLUSTER.gauge("slurm_diag_server_threads")
                    .help("RPC threads of slurmctld; the maximum is 256.")
                    .reported(now("server_thread_count")),
            CLUSTER.gauge("slurm_diag_agent_queue_messages")
                    .help("Queued messages to nodes.")
                    .reported(now("agent_queue_size")),
            CLUSTER.gauge("slurm_diag_agents")
                    .help("Agents of slurmctld: groups of threads that send messages to nodes.")
                    .reported(now("agent_count")),
            CLUSTER.gauge("slurm_diag_agent_threads")
                    .help("Threads of slurmctld's agents.")
                    .reported(now("agent_thread_count")),
            CLUSTER.gauge("slurm_diag_dbd_queue_messages")
                    .help("Queued messages to slurmdbd; above MaxDBDMsgs, slurmctld discards messages.")
                    .reported(now("dbd_agent_queue_size")),
            CLUSTER.seconds("slurm_diag_clock_latency_seconds")
                    .help("Duration of 1000 calls of gettimeofday() in slurmctld.")
                    .reported(now("gettimeofday_latency").andThen(DiagMetrics::seconds)),
            CLUSTER.seconds("slurm_diag_cycle_last_seconds")
                    .help("Duration of the last scheduler cycle.")
                    .by(SCHEDULER)
                    .reported(now("schedule_cycle_last", "bf_cycle_last").andThen(DiagMetrics::seconds)),
            CLUSTER.seconds("slurm_diag_cycle_mean_seconds")
                    .help("Mean duration of the scheduler's cycles since slurmctld's statistics began.")
                    .by(SCHEDULER)
                    .reported(now("schedule_cycle_mean", "bf_cycle_mean").andThen(DiagMetrics::seconds)),
            CLUSTER.seconds("slurm_diag_cycle_max_seconds")
                    .help("Longest duration of a scheduler cycle since slurmctld's statistics began.")
                    .by(SCHEDULER)
                    .reported(now("schedule_cycle_max", "bf_cycle_max").andThen(DiagMetrics::seconds)),
            CLUSTER.gauge("slurm_diag_cycle_depth_mean")
                    .help("Mean number of jobs examined in a scheduler cycle since slurmctld's statistics began.")
                    .by(SCHEDULER)
                    .reported(now("schedule_cycle_mean_depth", "bf_depth_mean")),
            CLUSTER.gauge("slurm_diag_backfill_depth_last")
                    .help("Jobs examined in the last backfill cycle.")
                    .reported(now("bf_last_depth")),
            CLUSTER.gauge("slurm_diag_backfill_tried_mean")
                    .help(
                            "Mean number of jobs that a backfill cycle tried to start since slurmctld's statistics began.")
                    .reported(now("bf_depth_mean_try")),
            CLUSTER.gauge("slurm_diag_backfill_tried_last")
                    .help("Jobs that the last backfill cycle tried to start.")
                    .reported(now("bf_last_depth_try")),
            CLUSTER.gauge("slurm_diag_queue_length")
                    .help("Pending jobs in the last scheduler cycle.")
                    .by(SCHEDULER)
                    .reported(now("schedule_queue_length", "bf_queue_len")),
            CLUSTER.gauge("slurm_diag_backfill_queue_length_mean")
                    .help("Mean number of pending jobs in a backfill cycle since slurmctld's statistics began.")
                    .reported(now("bf_queue_len_mean")),
            CLUSTER.gauge("slurm_diag_backfill_table_size")
                    .help("Time slots in the plan of the last backfill cycle.")
                    .reported(now("bf_table_size")),
            CLUSTER.gauge("slurm_diag_backfill_table_size_mean")
                    .help(
                            "Mean number of time slots in the plan of a backfill cycle since slurmctld's statistics began.")
                    .reported(DiagMetrics::meanTable),
            CLUSTER.seconds("slurm_diag_backfill_last_cycle_timestamp_seconds")
                    .help("Time of the last backfill cycle, seconds since the epoch; absent before the first.")
                    .reported(metrics -> metrics.value("bf_when_last_cycle").filter(at -> at > 0)),
            CLUSTER.gauge("slurm_diag_backfill_active")
                    .help("1 while a backfill cycle is running, else 0.")
                    .reported(now("bf_active")),
            CLUSTER.counter("slurm_diag_cycles_total")
                    .help("Cycles of the scheduler.")
                    .by(SCHEDULER)
                    .reported(totals(Diag.MAIN_CYCLES, "bf_cycle_counter")),
            CLUSTER.secondsCounter("slurm_diag_cycle_busy_seconds_total")
                    .help("Total duration of the scheduler's cycles.")
                    .by(SCHEDULER)
                    .reported(totals("schedule_cycle_sum", "bf_cycle_sum").andThen(DiagMetrics::seconds)),
            CLUSTER.counter("slurm_diag_cycle_examined_jobs_total")
                    .help("Jobs examined by the scheduler.")
                    .by(SCHEDULER)
                    .reported(totals("schedule_cycle_depth", "bf_depth_sum")),
            CLUSTER.counter("slurm_diag_cycle_exits_total")
                    .help("Ended cycles of the scheduler, by reason.")
                    .by(EXIT)
                    .reported((metrics, exit) -> metrics.total(exit.counter)),
            CLUSTER.counter("slurm_diag_backfilled_jobs_total")
                    .help("Jobs started by backfill.")
                    .reported(metrics -> metrics.total(Diag.BACKFILLED_JOBS)),
            CLUSTER.counter("slurm_diag_backfilled_het_components_total")
                    .help("Components of heterogeneous jobs started by backfill.")
                    .reported(metrics -> metrics.total("bf_backfilled_het_jobs")),
            CLUSTER.counter("slurm_diag_job_events_total")
                    .help("Submitted, started, completed, cancelled and failed jobs in slurmctld's statistics.")
                    .by(EVENT)
                    .reported((metrics, event) -> metrics.total(event.counter)),
            TYPE.counter("slurm_diag_rpcs_total")
                    .help("RPCs processed by slurmctld.")
                    .value(Count::count),
            TYPE.secondsCounter("slurm_diag_rpc_busy_seconds_total")
                    .help("Time spent by slurmctld on RPCs.")
                    .value(count -> count.micros() / MICROS),
            TYPE.counter("slurm_diag_rpcs_dropped_total")
                    .help("RPCs dropped by slurmctld because its queue was full.")
                    .value(Count::dropped),
            CLUSTER.each(TYPES, DiagMetrics::queued)
                    .by("type", RpcCount::name)
                    .gauge("slurm_diag_rpcs_queued")
                    .help("Requests queued in slurmctld; only if its RPC queue is on and not empty.")
                    .optional(rpc -> DoubleStream.of(rpc.queued())),
            USER.counter("slurm_diag_user_rpcs_total")
                    .help("RPCs of a user processed by slurmctld.")
                    .value(Count::count),
            USER.secondsCounter("slurm_diag_user_rpc_busy_seconds_total")
                    .help("Time spent by slurmctld on a user's RPCs.")
                    .value(count -> count.micros() / MICROS));

    /** Returns the current value of a member of slurmrestd's response. */
    private static Function<DiagMetrics, DoubleStream> now(String member) {
        return metrics -> metrics.value(member);
    }

    private static BiFunction<DiagMetrics, Scheduler, DoubleStream> now(String main, String backfill) {
        return (metrics, scheduler) -> metrics.value(scheduler == Scheduler.MAIN ? main : backfill);
    }

    private DoubleStream value(String member) {
        return diag.number(member).stream();
    }

    private static DoubleStream seconds(DoubleStream micros) {
        return micros.map(time -> time / MICROS);
    }

    /**
     * Returns the mean that sdiag shows: the sum divided by the number of cycles. slurmrestd divides the sum by a
     * different number.
     */
    private DoubleStream meanTable() {
        double cycles = diag.number("bf_cycle_counter").orElse(0);
        return value("bf_table_size_sum").filter(unused -> cycles > 0).map(sum -> Math.floor(sum / cycles));
    }

    private static BiFunction<DiagMetrics, Scheduler, DoubleStream> totals(String main, String backfill) {
        return (metrics, scheduler) -> metrics.total(scheduler == Scheduler.MAIN ? main : backfill);
    }

    private DoubleStream total(String member) {
        return Optional.ofNullable(totals.numbers().get(member)).stream().mapToDouble(Long::doubleValue);
    }

    private List<RpcCount> queued() {
        return diag.byType().stream()
                .filter(rpc -> rpc.queued() > 0)
                .sorted(Comparator.comparing(RpcCount::name))
                .toList();
    }

    /**
     * The metrics from slurmdbd's statistics.
     *
     * @param dbd current statistics of slurmdbd
     * @param rpcs RPCs since the first poll, by message type
     */
    public record Dbd(String cluster, DbdStatistics dbd, SortedMap<String, Count> rpcs) {

        private static final Scope<Dbd, Dbd> CLUSTER = Scope.cluster(Dbd::cluster);
        private static final Scope<Dbd, Count> TYPE = CLUSTER.eachEntry(
                "message type of slurmdbd, up to 150, and `other`", "type", metrics -> metrics.rpcs.entrySet());
        private static final Scope<Dbd, Rollup> PERIOD = CLUSTER.each(
                        "period of slurmdbd's summaries", metrics -> metrics.dbd.rollups())
                .by("period", Rollup::period);

        public static final Section<Dbd> SECTION = Section.of(
                "slurmdbd",
                SlurmSource.DBD.label(),
                "Needs a Slurm user with `AdminLevel=Admin`. Counted since Sluice started, across "
                        + "slurmdbd's resets.",
                TYPE.counter("slurm_dbd_rpcs_total")
                        .help("RPCs processed by slurmdbd.")
                        .value(Count::count),
                TYPE.secondsCounter("slurm_dbd_rpc_busy_seconds_total")
                        .help("Time spent by slurmdbd on RPCs.")
                        .value(count -> count.micros() / MICROS),
                PERIOD.seconds("slurm_dbd_rollup_last_seconds")
                        .help("Duration of the last roll-up.")
                        .value(rollup -> rollup.lastMicros() / MICROS));
    }
}
