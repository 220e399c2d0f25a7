package dev.sluice.exporter.metrics;

import dev.sluice.exporter.derive.controller.DiagHistory.Totals;
import dev.sluice.exporter.derive.controller.RpcTotals;
import dev.sluice.exporter.derive.controller.RpcTotals.Count;
import dev.sluice.exporter.model.controller.Diag;
import dev.sluice.exporter.model.controller.DiagCounter;
import dev.sluice.exporter.model.controller.DiagGauge;
import dev.sluice.exporter.model.controller.RpcCount;
import dev.sluice.exporter.model.controller.Scheduler;
import java.util.Comparator;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * The metrics that come from slurmctld's statistics.
 *
 * @param cluster cluster name
 * @param diag what slurmctld says now
 * @param totals what its counters have counted since we first looked
 */
public record DiagMetrics(String cluster, Diag diag, Totals totals) implements MetricBatch {

    private static final String OTHER = "other";
    private static final double MICROS = 1e6;

    @Override
    public void forEach(MetricVisitor visitor) {
        daemon(visitor);
        cycles(visitor);
        counters(visitor);
        requests(visitor);
    }

    private void daemon(MetricVisitor visitor) {
        gauge(visitor, DiagFamilies.SINCE, DiagGauge.SINCE);
        gauge(visitor, DiagFamilies.SERVER_THREADS, DiagGauge.SERVER_THREADS);
        gauge(visitor, DiagFamilies.AGENT_QUEUE, DiagGauge.AGENT_QUEUE);
        gauge(visitor, DiagFamilies.AGENTS, DiagGauge.AGENTS);
        gauge(visitor, DiagFamilies.AGENT_THREADS, DiagGauge.AGENT_THREADS);
        gauge(visitor, DiagFamilies.DBD_QUEUE, DiagGauge.DBD_QUEUE);
        gauge(visitor, DiagFamilies.CLOCK_LATENCY, DiagGauge.CLOCK_LATENCY);
    }

    private void cycles(MetricVisitor visitor) {
        both(visitor, DiagFamilies.CYCLE_LAST, DiagGauge.MAIN_CYCLE_LAST, DiagGauge.BACKFILL_CYCLE_LAST);
        both(visitor, DiagFamilies.CYCLE_MEAN, DiagGauge.MAIN_CYCLE_MEAN, DiagGauge.BACKFILL_CYCLE_MEAN);
        both(visitor, DiagFamilies.CYCLE_MAX, DiagGauge.MAIN_CYCLE_MAX, DiagGauge.BACKFILL_CYCLE_MAX);
        both(visitor, DiagFamilies.DEPTH_MEAN, DiagGauge.MAIN_DEPTH_MEAN, DiagGauge.BACKFILL_DEPTH_MEAN);
        gauge(visitor, DiagFamilies.DEPTH_LAST, DiagGauge.BACKFILL_DEPTH_LAST);
        gauge(visitor, DiagFamilies.TRIED_MEAN, DiagGauge.BACKFILL_TRIED_MEAN);
        gauge(visitor, DiagFamilies.TRIED_LAST, DiagGauge.BACKFILL_TRIED_LAST);
        both(visitor, DiagFamilies.QUEUE_LENGTH, DiagGauge.MAIN_QUEUE, DiagGauge.BACKFILL_QUEUE);
        gauge(visitor, DiagFamilies.QUEUE_LENGTH_MEAN, DiagGauge.BACKFILL_QUEUE_MEAN);
        gauge(visitor, DiagFamilies.TABLE_SIZE, DiagGauge.BACKFILL_TABLE);
        gauge(visitor, DiagFamilies.TABLE_SIZE_MEAN, DiagGauge.BACKFILL_TABLE_MEAN);
        if (diag.gauge(DiagGauge.BACKFILL_ENDED_AT).orElse(0) > 0) {
            gauge(visitor, DiagFamilies.BACKFILL_ENDED, DiagGauge.BACKFILL_ENDED_AT);
        }
        gauge(visitor, DiagFamilies.BACKFILL_ACTIVE, DiagGauge.BACKFILL_ACTIVE);
    }

    private void gauge(MetricVisitor visitor, MetricFamily family, DiagGauge gauge) {
        diag.gauge(gauge).ifPresent(value -> visitor.sample(family, value, cluster));
    }

    private void both(MetricVisitor visitor, MetricFamily family, DiagGauge main, DiagGauge backfill) {
        diag.gauge(main).ifPresent(value -> visitor.sample(family, value, cluster, Scheduler.MAIN.label()));
        diag.gauge(backfill).ifPresent(value -> visitor.sample(family, value, cluster, Scheduler.BACKFILL.label()));
    }

    private void counters(MetricVisitor visitor) {
        count(visitor, DiagFamilies.CYCLES, DiagCounter.MAIN_CYCLES, Scheduler.MAIN.label());
        count(visitor, DiagFamilies.CYCLES, DiagCounter.BACKFILL_CYCLES, Scheduler.BACKFILL.label());
        micros(visitor, DiagCounter.MAIN_CYCLE_TIME, Scheduler.MAIN);
        micros(visitor, DiagCounter.BACKFILL_CYCLE_TIME, Scheduler.BACKFILL);
        count(visitor, DiagFamilies.DEPTH, DiagCounter.MAIN_DEPTH, Scheduler.MAIN.label());
        count(visitor, DiagFamilies.DEPTH, DiagCounter.BACKFILL_DEPTH, Scheduler.BACKFILL.label());
        exit(visitor, Scheduler.MAIN, "end_of_queue", DiagCounter.MAIN_EXIT_END);
        exit(visitor, Scheduler.MAIN, "queue_depth", DiagCounter.MAIN_EXIT_DEPTH);
        exit(visitor, Scheduler.MAIN, "job_starts", DiagCounter.MAIN_EXIT_STARTS);
        exit(visitor, Scheduler.MAIN, "licenses", DiagCounter.MAIN_EXIT_LICENSES);
        exit(visitor, Scheduler.MAIN, "rpc_count", DiagCounter.MAIN_EXIT_RPCS);
        exit(visitor, Scheduler.MAIN, "time", DiagCounter.MAIN_EXIT_TIME);
        exit(visitor, Scheduler.BACKFILL, "end_of_queue", DiagCounter.BACKFILL_EXIT_END);
        exit(visitor, Scheduler.BACKFILL, "job_starts", DiagCounter.BACKFILL_EXIT_STARTS);
        exit(visitor, Scheduler.BACKFILL, "job_tests", DiagCounter.BACKFILL_EXIT_TESTS);
        exit(visitor, Scheduler.BACKFILL, "time", DiagCounter.BACKFILL_EXIT_TIME);
        exit(visitor, Scheduler.BACKFILL, "table_size", DiagCounter.BACKFILL_EXIT_TABLE);
        exit(visitor, Scheduler.BACKFILL, "state_changed", DiagCounter.BACKFILL_EXIT_STATE);
        count(visitor, DiagFamilies.BACKFILLED, DiagCounter.BACKFILLED_JOBS);
        count(visitor, DiagFamilies.BACKFILLED_HET, DiagCounter.BACKFILLED_HET_JOBS);
        count(visitor, DiagFamilies.JOBS, DiagCounter.JOBS_SUBMITTED, "submitted");
        count(visitor, DiagFamilies.JOBS, DiagCounter.JOBS_STARTED, "started");
        count(visitor, DiagFamilies.JOBS, DiagCounter.JOBS_COMPLETED, "completed");
        count(visitor, DiagFamilies.JOBS, DiagCounter.JOBS_CANCELLED, "cancelled");
        count(visitor, DiagFamilies.JOBS, DiagCounter.JOBS_FAILED, "failed");
    }

    private void exit(MetricVisitor visitor, Scheduler scheduler, String reason, DiagCounter counter) {
        count(visitor, DiagFamilies.EXITS, counter, scheduler.label(), reason);
    }

    private void count(MetricVisitor visitor, MetricFamily family, DiagCounter counter, String... labels) {
        Long total = totals.counters().get(counter);
        if (total != null) {
            visitor.sample(family, total, withCluster(labels));
        }
    }

    private void micros(MetricVisitor visitor, DiagCounter counter, Scheduler scheduler) {
        Long total = totals.counters().get(counter);
        if (total != null) {
            visitor.sample(DiagFamilies.CYCLE_SECONDS, total / MICROS, cluster, scheduler.label());
        }
    }

    private String[] withCluster(String... labels) {
        String[] all = new String[labels.length + 1];
        all[0] = cluster;
        System.arraycopy(labels, 0, all, 1, labels.length);
        return all;
    }

    private void requests(MetricVisitor visitor) {
        each(visitor, DiagFamilies.RPCS, totals.byType(), Count::count);
        each(visitor, DiagFamilies.RPC_SECONDS, totals.byType(), count -> count.micros() / MICROS);
        each(visitor, DiagFamilies.RPCS_DROPPED, totals.byType(), Count::dropped);
        diag.byType().stream()
                .filter(rpc -> rpc.queued() > 0)
                .sorted(Comparator.comparing(RpcCount::name))
                .forEach(rpc -> visitor.sample(DiagFamilies.RPCS_QUEUED, rpc.queued(), cluster, rpc.name()));
        new TreeMap<>(diag.pending())
                .forEach((type, count) -> visitor.sample(DiagFamilies.RPCS_PENDING, count, cluster, type));
        each(visitor, DiagFamilies.USER_RPCS, totals.byUser(), Count::count);
        each(visitor, DiagFamilies.USER_RPC_SECONDS, totals.byUser(), count -> count.micros() / MICROS);
        visitor.sample(DiagFamilies.FOLDED, totals.byType().folded(), cluster, "type");
        visitor.sample(DiagFamilies.FOLDED, totals.byUser().folded(), cluster, "user");
    }

    private void each(MetricVisitor visitor, MetricFamily family, RpcTotals totals, ToDoubleFunction<Count> value) {
        each(visitor, cluster, family, totals, value);
    }

    /** One sample for each name, and one for the rest where there is any. */
    static void each(
            MetricVisitor visitor,
            String cluster,
            MetricFamily family,
            RpcTotals totals,
            ToDoubleFunction<Count> value) {
        totals.named().forEach((name, count) -> visitor.sample(family, value.applyAsDouble(count), cluster, name));
        if (totals.folded() > 0 && !totals.named().containsKey(OTHER)) {
            visitor.sample(family, value.applyAsDouble(totals.other()), cluster, OTHER);
        }
    }
}
