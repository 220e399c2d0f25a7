package dev.sluice.exporter.slurm.decode;

import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.model.accounting.DbdStatistics;
import dev.sluice.exporter.model.controller.Diag;
import dev.sluice.exporter.model.controller.DiagCounter;
import dev.sluice.exporter.model.controller.DiagGauge;
import dev.sluice.exporter.model.controller.RpcCount;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Reads the statistics of slurmctld and slurmdbd. */
public final class DiagReader {

    private static final double MICROS = 1e-6;
    private static final double AS_IT_IS = 1;

    private static final Map<DiagGauge, Member> GAUGES = new EnumMap<>(DiagGauge.class);
    private static final Map<DiagCounter, String[]> COUNTERS = new EnumMap<>(DiagCounter.class);

    static {
        GAUGES.put(DiagGauge.SERVER_THREADS, new Member("server_thread_count", AS_IT_IS));
        GAUGES.put(DiagGauge.AGENT_QUEUE, new Member("agent_queue_size", AS_IT_IS));
        GAUGES.put(DiagGauge.AGENTS, new Member("agent_count", AS_IT_IS));
        GAUGES.put(DiagGauge.AGENT_THREADS, new Member("agent_thread_count", AS_IT_IS));
        GAUGES.put(DiagGauge.DBD_QUEUE, new Member("dbd_agent_queue_size", AS_IT_IS));
        GAUGES.put(DiagGauge.CLOCK_LATENCY, new Member("gettimeofday_latency", MICROS));
        GAUGES.put(DiagGauge.TAKEN_AT, new Member("req_time", AS_IT_IS));
        GAUGES.put(DiagGauge.SINCE, new Member("req_time_start", AS_IT_IS));
        GAUGES.put(DiagGauge.MAIN_CYCLE_LAST, new Member("schedule_cycle_last", MICROS));
        GAUGES.put(DiagGauge.MAIN_CYCLE_MEAN, new Member("schedule_cycle_mean", MICROS));
        GAUGES.put(DiagGauge.MAIN_CYCLE_MAX, new Member("schedule_cycle_max", MICROS));
        GAUGES.put(DiagGauge.MAIN_DEPTH_MEAN, new Member("schedule_cycle_mean_depth", AS_IT_IS));
        GAUGES.put(DiagGauge.MAIN_QUEUE, new Member("schedule_queue_length", AS_IT_IS));
        GAUGES.put(DiagGauge.BACKFILL_CYCLE_LAST, new Member("bf_cycle_last", MICROS));
        GAUGES.put(DiagGauge.BACKFILL_CYCLE_MEAN, new Member("bf_cycle_mean", MICROS));
        // Present in v0.0.41 and later.
        GAUGES.put(DiagGauge.BACKFILL_CYCLE_MAX, new Member("bf_cycle_max", MICROS));
        GAUGES.put(DiagGauge.BACKFILL_DEPTH_MEAN, new Member("bf_depth_mean", AS_IT_IS));
        GAUGES.put(DiagGauge.BACKFILL_DEPTH_LAST, new Member("bf_last_depth", AS_IT_IS));
        GAUGES.put(DiagGauge.BACKFILL_TRIED_MEAN, new Member("bf_depth_mean_try", AS_IT_IS));
        GAUGES.put(DiagGauge.BACKFILL_TRIED_LAST, new Member("bf_last_depth_try", AS_IT_IS));
        GAUGES.put(DiagGauge.BACKFILL_QUEUE, new Member("bf_queue_len", AS_IT_IS));
        GAUGES.put(DiagGauge.BACKFILL_QUEUE_MEAN, new Member("bf_queue_len_mean", AS_IT_IS));
        GAUGES.put(DiagGauge.BACKFILL_TABLE, new Member("bf_table_size", AS_IT_IS));
        GAUGES.put(DiagGauge.BACKFILL_ENDED_AT, new Member("bf_when_last_cycle", AS_IT_IS));

        counter(DiagCounter.MAIN_CYCLES, "schedule_cycle_total");
        counter(DiagCounter.MAIN_CYCLE_TIME, "schedule_cycle_sum");
        counter(DiagCounter.MAIN_DEPTH, "schedule_cycle_depth");
        counter(DiagCounter.MAIN_EXIT_END, "schedule_exit", "end_job_queue");
        counter(DiagCounter.MAIN_EXIT_DEPTH, "schedule_exit", "default_queue_depth");
        counter(DiagCounter.MAIN_EXIT_STARTS, "schedule_exit", "max_job_start");
        counter(DiagCounter.MAIN_EXIT_LICENSES, "schedule_exit", "licenses");
        counter(DiagCounter.MAIN_EXIT_RPCS, "schedule_exit", "max_rpc_cnt");
        counter(DiagCounter.MAIN_EXIT_TIME, "schedule_exit", "max_sched_time");
        counter(DiagCounter.BACKFILL_CYCLES, "bf_cycle_counter");
        counter(DiagCounter.BACKFILL_CYCLE_TIME, "bf_cycle_sum");
        counter(DiagCounter.BACKFILL_DEPTH, "bf_depth_sum");
        counter(DiagCounter.BACKFILL_EXIT_END, "bf_exit", "end_job_queue");
        counter(DiagCounter.BACKFILL_EXIT_STARTS, "bf_exit", "bf_max_job_start");
        counter(DiagCounter.BACKFILL_EXIT_TESTS, "bf_exit", "bf_max_job_test");
        counter(DiagCounter.BACKFILL_EXIT_TIME, "bf_exit", "bf_max_time");
        counter(DiagCounter.BACKFILL_EXIT_TABLE, "bf_exit", "bf_node_space_size");
        counter(DiagCounter.BACKFILL_EXIT_STATE, "bf_exit", "state_changed");
        counter(DiagCounter.BACKFILLED_JOBS, "bf_backfilled_jobs");
        counter(DiagCounter.BACKFILLED_HET_JOBS, "bf_backfilled_het_jobs");
        counter(DiagCounter.JOBS_SUBMITTED, "jobs_submitted");
        counter(DiagCounter.JOBS_STARTED, "jobs_started");
        counter(DiagCounter.JOBS_COMPLETED, "jobs_completed");
        counter(DiagCounter.JOBS_CANCELLED, "jobs_canceled");
        counter(DiagCounter.JOBS_FAILED, "jobs_failed");
    }

    private record Member(String name, double unit) {}

    private DiagReader() {}

    private static void counter(DiagCounter counter, String... path) {
        COUNTERS.put(counter, path);
    }

    public static Optional<Diag> read(JsonTree json) {
        Map<DiagGauge, Double> gauges = new EnumMap<>(DiagGauge.class);
        GAUGES.forEach((gauge, member) ->
                json.at(member.name()).number().ifPresent(value -> gauges.put(gauge, value * member.unit())));
        gauges.put(DiagGauge.BACKFILL_ACTIVE, json.at("bf_active").flag() ? 1.0 : 0.0);
        meanTable(json).ifPresent(mean -> gauges.put(DiagGauge.BACKFILL_TABLE_MEAN, mean));
        Map<DiagCounter, Long> counters = new EnumMap<>(DiagCounter.class);
        COUNTERS.forEach((counter, path) -> json.at(path).amount().ifPresent(value -> counters.put(counter, value)));
        if (!counters.containsKey(DiagCounter.MAIN_CYCLES)) {
            return Optional.empty();
        }
        Map<String, Long> pending = new HashMap<>();
        for (JsonTree rpc : json.at("pending_rpcs").elements()) {
            pending.merge(rpc.at("message_type").name(), rpc.at("count").count(), Long::sum);
        }
        return Optional.of(new Diag(
                gauges,
                counters,
                rpcs(json.at("rpcs_by_message_type"), "message_type", "total_time"),
                rpcs(json.at("rpcs_by_user"), "user", "total_time"),
                pending));
    }

    /**
     * Returns the mean that sdiag shows: the sum divided by the number of cycles. slurmrestd divides the sum by a
     * different number.
     */
    private static OptionalDouble meanTable(JsonTree json) {
        OptionalDouble sum = json.at("bf_table_size_sum").number();
        double cycles = json.at("bf_cycle_counter").number().orElse(0);
        return sum.isPresent() && cycles > 0
                ? OptionalDouble.of(Math.floor(sum.getAsDouble() / cycles))
                : OptionalDouble.empty();
    }

    private static List<RpcCount> rpcs(JsonTree list, String name, String... total) {
        Map<String, RpcCount> byName = new HashMap<>();
        for (JsonTree rpc : list.elements()) {
            RpcCount count = new RpcCount(
                    rpc.at(name).name(),
                    rpc.at("count").count(),
                    rpc.at(total).count(),
                    rpc.at("queued").amount().orElse(0),
                    rpc.at("dropped").amount().orElse(0));
            // slurmrestd uses one name for all message types that this Slurm release does not know.
            byName.merge(count.name(), count, DiagReader::sum);
        }
        return new ArrayList<>(byName.values());
    }

    private static RpcCount sum(RpcCount a, RpcCount b) {
        return new RpcCount(
                a.name(),
                a.count() + b.count(),
                a.micros() + b.micros(),
                a.queued() + b.queued(),
                a.dropped() + b.dropped());
    }

    public static Optional<DbdStatistics> dbd(JsonTree json) {
        if (json.at("time_start").amount().isEmpty()) {
            return Optional.empty();
        }
        List<DbdStatistics.Rollup> rollups = new ArrayList<>();
        for (String period : List.of("hourly", "daily", "monthly")) {
            JsonTree rollup = json.at("rollups", period);
            if (rollup.at("count").amount().isPresent()) {
                rollups.add(new DbdStatistics.Rollup(
                        period,
                        rollup.at("count").amount().orElse(0),
                        rollup.at("last_run").amount().orElse(0),
                        rollup.at("duration", "last").amount().orElse(0),
                        rollup.at("duration", "max").amount().orElse(0),
                        rollup.at("duration", "time").amount().orElse(0)));
            }
        }
        return Optional.of(new DbdStatistics(
                json.at("time_start").amount().orElse(0), rollups, rpcs(json.at("RPCs"), "rpc", "time", "total")));
    }
}
