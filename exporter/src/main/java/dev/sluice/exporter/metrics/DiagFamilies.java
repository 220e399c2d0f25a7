package dev.sluice.exporter.metrics;

import static dev.sluice.exporter.metrics.Families.counter;
import static dev.sluice.exporter.metrics.Families.gauge;
import static dev.sluice.exporter.metrics.Families.seconds;
import static dev.sluice.exporter.metrics.Families.secondsCounter;

import dev.sluice.exporter.metrics.MetricCatalog.Section;
import dev.sluice.exporter.model.SlurmSource;
import java.util.List;

/** The families of slurmctld's statistics. */
final class DiagFamilies {

    static final MetricFamily SINCE = seconds(
            "slurm_diag_since_timestamp_seconds",
            "Since when slurmctld counts, seconds since the epoch: its start, midnight (UTC), or sdiag --reset.");
    static final MetricFamily SERVER_THREADS =
            gauge("slurm_diag_server_threads", "Threads of slurmctld that answer requests; it refuses more than 256.");
    static final MetricFamily AGENT_QUEUE =
            gauge("slurm_diag_agent_queue_messages", "Messages to nodes that wait to be sent.");
    static final MetricFamily AGENTS = gauge("slurm_diag_agents", "Agents of slurmctld that send messages to nodes.");
    static final MetricFamily AGENT_THREADS = gauge("slurm_diag_agent_threads", "Threads of those agents.");
    static final MetricFamily DBD_QUEUE = gauge(
            "slurm_diag_dbd_queue_messages",
            "Messages to slurmdbd that wait; slurmctld throws some away when there are more than MaxDBDMsgs.");
    static final MetricFamily CLOCK_LATENCY =
            seconds("slurm_diag_clock_latency_seconds", "Time that 1000 calls of gettimeofday() take slurmctld.");

    static final MetricFamily CYCLE_LAST =
            seconds("slurm_diag_cycle_last_seconds", "How long the scheduler's newest cycle took.", "scheduler");
    static final MetricFamily CYCLE_MEAN = seconds(
            "slurm_diag_cycle_mean_seconds",
            "How long the scheduler's cycles took on average since slurmctld counts.",
            "scheduler");
    static final MetricFamily CYCLE_MAX = seconds(
            "slurm_diag_cycle_max_seconds",
            "How long the scheduler's longest cycle took since slurmctld counts.",
            "scheduler");
    static final MetricFamily DEPTH_MEAN = gauge(
            "slurm_diag_cycle_depth_mean",
            "Jobs that the scheduler looked at in a cycle, on average since slurmctld counts.",
            "scheduler");
    static final MetricFamily DEPTH_LAST =
            gauge("slurm_diag_backfill_depth_last", "Jobs that the newest backfill cycle looked at.");
    static final MetricFamily TRIED_MEAN = gauge(
            "slurm_diag_backfill_tried_mean",
            "Jobs that backfill tried to start in a cycle, on average since slurmctld counts.");
    static final MetricFamily TRIED_LAST =
            gauge("slurm_diag_backfill_tried_last", "Jobs that the newest backfill cycle tried to start.");
    static final MetricFamily QUEUE_LENGTH =
            gauge("slurm_diag_queue_length", "Jobs that waited at the scheduler's newest cycle.", "scheduler");
    static final MetricFamily QUEUE_LENGTH_MEAN = gauge(
            "slurm_diag_backfill_queue_length_mean",
            "Jobs that waited at a backfill cycle, on average since slurmctld counts.");
    static final MetricFamily TABLE_SIZE =
            gauge("slurm_diag_backfill_table_size", "Moments in the plan of the newest backfill cycle.");
    static final MetricFamily TABLE_SIZE_MEAN = gauge(
            "slurm_diag_backfill_table_size_mean",
            "Moments in the plan of a backfill cycle, on average since slurmctld counts.");
    static final MetricFamily BACKFILL_ENDED = seconds(
            "slurm_diag_backfill_last_cycle_timestamp_seconds",
            "When the newest backfill cycle was, seconds since the epoch; absent before the first.");
    static final MetricFamily BACKFILL_ACTIVE =
            gauge("slurm_diag_backfill_active", "1 while a backfill cycle is under way, else 0.");

    static final MetricFamily CYCLES = counter("slurm_diag_cycles_total", "Cycles of the scheduler.", "scheduler");
    static final MetricFamily CYCLE_SECONDS = secondsCounter(
            "slurm_diag_cycle_busy_seconds_total", "Time that the scheduler's cycles took.", "scheduler");
    static final MetricFamily DEPTH = counter(
            "slurm_diag_cycle_examined_jobs_total", "Jobs that the scheduler looked at in its cycles.", "scheduler");
    static final MetricFamily EXITS =
            counter("slurm_diag_cycle_exits_total", "Why cycles of the scheduler ended.", "scheduler", "reason");
    static final MetricFamily BACKFILLED =
            counter("slurm_diag_backfilled_jobs_total", "Jobs that backfill has started.");
    static final MetricFamily BACKFILLED_HET = counter(
            "slurm_diag_backfilled_het_components_total",
            "Components of heterogeneous jobs that backfill has started.");
    static final MetricFamily JOBS = counter(
            "slurm_diag_job_events_total",
            "Jobs that were submitted, started, completed, cancelled or failed, as slurmctld counts them.",
            "event");

    static final MetricFamily RPCS =
            counter("slurm_diag_rpcs_total", "Requests that slurmctld has dealt with.", "type");
    static final MetricFamily RPC_SECONDS =
            secondsCounter("slurm_diag_rpc_busy_seconds_total", "Time that slurmctld has spent on requests.", "type");
    static final MetricFamily RPCS_DROPPED = counter(
            "slurm_diag_rpcs_dropped_total", "Requests that slurmctld has dropped because too many waited.", "type");
    static final MetricFamily RPCS_QUEUED = gauge(
            "slurm_diag_rpcs_queued",
            "Requests that wait in slurmctld; only where its RPC queue is on and something waits.",
            "type");
    static final MetricFamily RPCS_PENDING = gauge(
            "slurm_diag_rpcs_pending",
            "Messages to nodes that wait to be sent again, by type; only where there are any.",
            "type");
    static final MetricFamily USER_RPCS =
            counter("slurm_diag_user_rpcs_total", "Requests of a user that slurmctld has dealt with.", "user");
    static final MetricFamily USER_RPC_SECONDS = secondsCounter(
            "slurm_diag_user_rpc_busy_seconds_total", "Time that slurmctld has spent on a user's requests.", "user");
    static final MetricFamily FOLDED = gauge(
            "slurm_diag_rpc_names_folded", "Message types or users whose requests are folded into other.", "label");

    static final Section SECTION = new Section(
            "slurmctld and its schedulers",
            SlurmSource.DIAG,
            "What sdiag shows. Gauges are as slurmctld gives them: it begins its averages and maxima anew every midnight (UTC)."
                    + " Counters begin at 0 when Sluice starts and go on over slurmctld's own resets and restarts. `scheduler`"
                    + " is `main` or `backfill`. The first 150 message types and the first `metrics.topUsers` users have series"
                    + " of their own, which they keep; the rest is `other`.",
            List.of(
                    SINCE,
                    SERVER_THREADS,
                    AGENT_QUEUE,
                    AGENTS,
                    AGENT_THREADS,
                    DBD_QUEUE,
                    CLOCK_LATENCY,
                    CYCLE_LAST,
                    CYCLE_MEAN,
                    CYCLE_MAX,
                    DEPTH_MEAN,
                    DEPTH_LAST,
                    TRIED_MEAN,
                    TRIED_LAST,
                    QUEUE_LENGTH,
                    QUEUE_LENGTH_MEAN,
                    TABLE_SIZE,
                    TABLE_SIZE_MEAN,
                    BACKFILL_ENDED,
                    BACKFILL_ACTIVE,
                    CYCLES,
                    CYCLE_SECONDS,
                    DEPTH,
                    EXITS,
                    BACKFILLED,
                    BACKFILLED_HET,
                    JOBS,
                    RPCS,
                    RPC_SECONDS,
                    RPCS_DROPPED,
                    RPCS_QUEUED,
                    RPCS_PENDING,
                    USER_RPCS,
                    USER_RPC_SECONDS,
                    FOLDED));

    private DiagFamilies() {}
}
