package dev.sluice.exporter.publish;

import dev.sluice.exporter.derive.CapacitySummary;
import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.derive.usage.JobUsage;
import dev.sluice.exporter.derive.usage.MonthUsage;
import dev.sluice.exporter.derive.usage.NodeUsage;
import dev.sluice.exporter.derive.usage.UsageState;
import dev.sluice.exporter.derive.usage.UsageStore;
import dev.sluice.exporter.metrics.cluster.UsageMetrics;
import dev.sluice.exporter.metrics.family.MetricBatch;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.job.Job;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

/**
 * Counts GPU-hours from one response to the next. Confined to the cluster's worker, except {@link #months()}, which
 * waits while the worker counts: a copy of the months after each poll would need memory for statements that nobody
 * requests.
 */
final class UsageHistory {

    /** A smaller lead of slurmctld's clock is mostly the duration of a request. */
    private static final Duration UNCERTAIN = Duration.ofSeconds(5);

    private static final int REMEMBERED_LEADS = 8;

    private final String cluster;
    private final NodeUsage nodes;
    private final JobUsage jobs;
    private final UsageStore store;
    private final Deque<Duration> leads = new ArrayDeque<>();

    UsageHistory(String cluster, SeriesBudget budget, UsageStore store) {
        UsageState before = store.restored();
        this.cluster = cluster;
        this.nodes = new NodeUsage(before.nodes());
        this.jobs = new JobUsage(budget, before.jobs());
        this.store = store;
    }

    /** Counts the time since the previous node list. */
    MetricBatch nodes(CapacitySummary capacity, Instant at) {
        nodes.observe(capacity, at);
        return new UsageMetrics.OfNodes(cluster, nodes.state().sums());
    }

    /**
     * Counts the time since the previous job list.
     *
     * @param clockAhead time by which slurmctld's clock is ahead; the start and end of runs are times of slurmctld
     */
    synchronized MetricBatch jobs(Observed<List<Job>> observed, Duration clockAhead) {
        jobs.observe(observed.value(), observed.at().plus(certain(clockAhead)));
        if (store.keeps()) {
            store.save(new UsageState(jobs.state(), nodes.state()));
        }
        return new UsageMetrics(cluster, jobs.publish());
    }

    /**
     * Returns a lead that is too small rather than too large: a run that is counted late becomes exact at its end, but
     * a run that is counted beyond its end does not. A slow response makes the lead appear larger, never smaller.
     */
    private Duration certain(Duration clockAhead) {
        leads.addLast(clockAhead);
        if (leads.size() > REMEMBERED_LEADS) {
            leads.removeFirst();
        }
        Duration least = Collections.min(leads);
        return least.compareTo(UNCERTAIN) > 0 ? least.minus(UNCERTAIN) : Collections.min(List.of(least, Duration.ZERO));
    }

    /** Returns the usage by month, newest last. Can be called from any thread that may wait. */
    synchronized List<MonthUsage> months() {
        return jobs.months();
    }
}
