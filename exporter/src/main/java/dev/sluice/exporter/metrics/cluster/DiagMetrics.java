package dev.sluice.exporter.metrics.cluster;

import dev.sluice.exporter.derive.DiagHistory.Totals;
import dev.sluice.exporter.derive.RpcHistory.Count;
import dev.sluice.exporter.metrics.family.ClosedLabels;
import dev.sluice.exporter.metrics.family.Scope;
import dev.sluice.exporter.metrics.family.Section;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.controller.Diag;
import dev.sluice.exporter.model.controller.DiagCounter;
import dev.sluice.exporter.model.controller.DiagGauge;
import dev.sluice.exporter.model.controller.RpcCount;
import dev.sluice.exporter.model.controller.Scheduler;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/**
 * The metrics from slurmctld's statistics.
 *
 * @param diag current statistics of slurmctld
 * @param totals counters of slurmctld since the first poll
 */
public record DiagMetrics(String cluster, Diag diag, Totals totals) {

    private static final double MICROS = 1e6;
    private static final String TYPES = "message type, up to 150, and `other`";

    private static final ClosedLabels<Scheduler> SCHEDULER = ClosedLabels.of("scheduler", Scheduler.values());

    /** The reasons for the end of a scheduler cycle. */
    private record Exit(Scheduler scheduler, String reason, DiagCounter counter) {}

    private static final ClosedLabels<Exit> EXIT = ClosedLabels.of(
                    "scheduler",
                    List.of(
                            new Exit(Scheduler.MAIN, "end_of_queue", DiagCounter.MAIN_EXIT_END),
                            new Exit(Scheduler.MAIN, "queue_depth", DiagCounter.MAIN_EXIT_DEPTH),
                            new Exit(Scheduler.MAIN, "job_starts", DiagCounter.MAIN_EXIT_STARTS),
                            new Exit(Scheduler.MAIN, "licenses", DiagCounter.MAIN_EXIT_LICENSES),
                            new Exit(Scheduler.MAIN, "rpc_count", DiagCounter.MAIN_EXIT_RPCS),
                            new Exit(Scheduler.MAIN, "time", DiagCounter.MAIN_EXIT_TIME),
                            new Exit(Scheduler.BACKFILL, "end_of_queue", DiagCounter.BACKFILL_EXIT_END),
                            new Exit(Scheduler.BACKFILL, "job_starts", DiagCounter.BACKFILL_EXIT_STARTS),
                            new Exit(Scheduler.BACKFILL, "job_tests", DiagCounter.BACKFILL_EXIT_TESTS),
                            new Exit(Scheduler.BACKFILL, "time", DiagCounter.BACKFILL_EXIT_TIME),
                            new Exit(Scheduler.BACKFILL, "table_size", DiagCounter.BACKFILL_EXIT_TABLE),
                            new Exit(Scheduler.BACKFILL, "state_changed", DiagCounter.BACKFILL_EXIT_STATE)),
                    exit -> exit.scheduler.label())
            .by("reason", Exit::reason);

    /** The counted job events. */
    private record Event(String name, DiagCounter counter) {}

    private static final ClosedLabels<Event> EVENT = ClosedLabels.of(
            "event",
            List.of(
                    new Event("submitted", DiagCounter.JOBS_SUBMITTED),
                    new Event("started", DiagCounter.JOBS_STARTED),
                    new Event("completed", DiagCounter.JOBS_COMPLETED),
                    new Event("cancelled", DiagCounter.JOBS_CANCELLED),
                    new Event("failed", DiagCounter.JOBS_FAILED)),
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
                    .reported(gauge(DiagGauge.SINCE)),
            CLUSTER.gauge("slurm_diag_server_threads")
                    .help("RPC threads of slurmctld; the maximum is 256.")
                    .reported(gauge(DiagGauge.SERVER_THREADS)),
            CLUSTER.gauge("slurm_diag_agent_queue_messages")
                    .help("Queued messages to nodes.")
                    .reported(gauge(DiagGauge.AGENT_QUEUE)),
            CLUSTER.gauge("slurm_diag_agents")
                    .help("Agents of slurmctld: groups of threads that send messages to nodes.")
                    .reported(gauge(DiagGauge.AGENTS)),
            CLUSTER.gauge("slurm_diag_agent_threads")
                    .help("Threads of slurmctld's agents.")
                    .reported(gauge(DiagGauge.AGENT_THREADS)),
            CLUSTER.gauge("slurm_diag_dbd_queue_messages")
                    .help("Queued messages to slurmdbd; above MaxDBDMsgs, slurmctld discards messages.")
                    .reported(gauge(DiagGauge.DBD_QUEUE)),
            CLUSTER.seconds("slurm_diag_clock_latency_seconds")
                    .help("Duration of 1000 calls of gettimeofday() in slurmctld.")
                    .reported(gauge(DiagGauge.CLOCK_LATENCY)),
            CLUSTER.seconds("slurm_diag_cycle_last_seconds")
                    .help("Duration of the last scheduler cycle.")
                    .by(SCHEDULER)
                    .reported(gauges(DiagGauge.MAIN_CYCLE_LAST, DiagGauge.BACKFILL_CYCLE_LAST)),
            CLUSTER.seconds("slurm_diag_cycle_mean_seconds")
                    .help("Mean duration of the scheduler's cycles since slurmctld's statistics began.")
                    .by(SCHEDULER)
                    .reported(gauges(DiagGauge.MAIN_CYCLE_MEAN, DiagGauge.BACKFILL_CYCLE_MEAN)),
            CLUSTER.seconds("slurm_diag_cycle_max_seconds")
                    .help("Longest duration of a scheduler cycle since slurmctld's statistics began.")
                    .by(SCHEDULER)
                    .reported(gauges(DiagGauge.MAIN_CYCLE_MAX, DiagGauge.BACKFILL_CYCLE_MAX)),
            CLUSTER.gauge("slurm_diag_cycle_depth_mean")
                    .help("Mean number of jobs examined in a scheduler cycle since slurmctld's statistics began.")
                    .by(SCHEDULER)
                    .reported(gauges(DiagGauge.MAIN_DEPTH_MEAN, DiagGauge.BACKFILL_DEPTH_MEAN)),
            CLUSTER.gauge("slurm_diag_backfill_depth_last")
                    .help("Jobs examined in the last backfill cycle.")
                    .reported(gauge(DiagGauge.BACKFILL_DEPTH_LAST)),
            CLUSTER.gauge("slurm_diag_backfill_tried_mean")
                    .help(
                            "Mean number of jobs that a backfill cycle tried to start since slurmctld's statistics began.")
                    .reported(gauge(DiagGauge.BACKFILL_TRIED_MEAN)),
            CLUSTER.gauge("slurm_diag_backfill_tried_last")
                    .help("Jobs that the last backfill cycle tried to start.")
                    .reported(gauge(DiagGauge.BACKFILL_TRIED_LAST)),
            CLUSTER.gauge("slurm_diag_queue_length")
                    .help("Pending jobs in the last scheduler cycle.")
                    .by(SCHEDULER)
                    .reported(gauges(DiagGauge.MAIN_QUEUE, DiagGauge.BACKFILL_QUEUE)),
            CLUSTER.gauge("slurm_diag_backfill_queue_length_mean")
                    .help("Mean number of pending jobs in a backfill cycle since slurmctld's statistics began.")
                    .reported(gauge(DiagGauge.BACKFILL_QUEUE_MEAN)),
            CLUSTER.gauge("slurm_diag_backfill_table_size")
                    .help("Time slots in the plan of the last backfill cycle.")
                    .reported(gauge(DiagGauge.BACKFILL_TABLE)),
            CLUSTER.gauge("slurm_diag_backfill_table_size_mean")
                    .help(
                            "Mean number of time slots in the plan of a backfill cycle since slurmctld's statistics began.")
                    .reported(gauge(DiagGauge.BACKFILL_TABLE_MEAN)),
            CLUSTER.seconds("slurm_diag_backfill_last_cycle_timestamp_seconds")
                    .help("Time of the last backfill cycle, seconds since the epoch; absent before the first.")
                    .reported(
                            metrics -> metrics.now(DiagGauge.BACKFILL_ENDED_AT).filter(at -> at > 0)),
            CLUSTER.gauge("slurm_diag_backfill_active")
                    .help("1 while a backfill cycle is running, else 0.")
                    .reported(gauge(DiagGauge.BACKFILL_ACTIVE)),
            CLUSTER.counter("slurm_diag_cycles_total")
                    .help("Cycles of the scheduler.")
                    .by(SCHEDULER)
                    .reported(totals(DiagCounter.MAIN_CYCLES, DiagCounter.BACKFILL_CYCLES)),
            CLUSTER.secondsCounter("slurm_diag_cycle_busy_seconds_total")
                    .help("Total duration of the scheduler's cycles.")
                    .by(SCHEDULER)
                    .reported(totals(DiagCounter.MAIN_CYCLE_TIME, DiagCounter.BACKFILL_CYCLE_TIME)
                            .andThen(micros -> micros.map(time -> time / MICROS))),
            CLUSTER.counter("slurm_diag_cycle_examined_jobs_total")
                    .help("Jobs examined by the scheduler.")
                    .by(SCHEDULER)
                    .reported(totals(DiagCounter.MAIN_DEPTH, DiagCounter.BACKFILL_DEPTH)),
            CLUSTER.counter("slurm_diag_cycle_exits_total")
                    .help("Ended cycles of the scheduler, by reason.")
                    .by(EXIT)
                    .reported((metrics, exit) -> metrics.total(exit.counter)),
            CLUSTER.counter("slurm_diag_backfilled_jobs_total")
                    .help("Jobs started by backfill.")
                    .reported(metrics -> metrics.total(DiagCounter.BACKFILLED_JOBS)),
            CLUSTER.counter("slurm_diag_backfilled_het_components_total")
                    .help("Components of heterogeneous jobs started by backfill.")
                    .reported(metrics -> metrics.total(DiagCounter.BACKFILLED_HET_JOBS)),
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

    private static Function<DiagMetrics, DoubleStream> gauge(DiagGauge gauge) {
        return metrics -> metrics.now(gauge);
    }

    private static BiFunction<DiagMetrics, Scheduler, DoubleStream> gauges(DiagGauge main, DiagGauge backfill) {
        return (metrics, scheduler) -> metrics.now(scheduler == Scheduler.MAIN ? main : backfill);
    }

    private DoubleStream now(DiagGauge gauge) {
        return diag.gauge(gauge).stream();
    }

    private static BiFunction<DiagMetrics, Scheduler, DoubleStream> totals(DiagCounter main, DiagCounter backfill) {
        return (metrics, scheduler) -> metrics.total(scheduler == Scheduler.MAIN ? main : backfill);
    }

    private DoubleStream total(DiagCounter counter) {
        return Optional.ofNullable(totals.counters().get(counter)).stream().mapToDouble(Long::doubleValue);
    }

    private List<RpcCount> queued() {
        return diag.byType().stream()
                .filter(rpc -> rpc.queued() > 0)
                .sorted(Comparator.comparing(RpcCount::name))
                .toList();
    }
}
