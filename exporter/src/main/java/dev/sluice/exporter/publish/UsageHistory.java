package dev.sluice.exporter.publish;

import dev.sluice.exporter.derive.Capacity;
import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.derive.join.NodeSetLookup;
import dev.sluice.exporter.derive.usage.JobUsage;
import dev.sluice.exporter.derive.usage.MonthUsage;
import dev.sluice.exporter.derive.usage.NodeUsage;
import dev.sluice.exporter.derive.usage.PriceList;
import dev.sluice.exporter.derive.usage.PriceList.AccountCosts;
import dev.sluice.exporter.derive.usage.UsageCounts;
import dev.sluice.exporter.derive.usage.UsageStore;
import dev.sluice.exporter.derive.usage.UsageStore.UsageState;
import dev.sluice.exporter.metrics.MetricBatch;
import dev.sluice.exporter.metrics.UsageMetrics;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.accounting.AccountedRun;
import dev.sluice.exporter.model.job.Job;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Counts GPU-hours from one response to the next. Confined to the cluster's worker, except {@link #gap},
 * {@link #awaitAccounted}, {@link #accounted} and {@link #months()}. The last one waits while the worker counts: a copy
 * of the months after each poll would need memory for statements that nobody requests.
 */
public final class UsageHistory {

    /** Default of MinJobAge, the time for which slurmctld lists ended jobs. */
    private static final Duration LISTED = Duration.ofMinutes(5);

    /** With a shorter MinJobAge, the exporter would ask slurmdbd after each poll. */
    private static final Duration MIN_GAP = Duration.ofMinutes(1);

    /** After a longer time, reading would take minutes of slurmdbd's time. */
    private static final Duration MAX_GAP = Duration.ofDays(7);

    private static final Duration FOREVER = Duration.ofDays(100_000);

    /** Time for which counting waits for slurmdbd. */
    private static final Duration PATIENCE = Duration.ofMinutes(15);

    /** A smaller lead of slurmctld's clock is mostly the duration of a request. */
    private static final Duration UNCERTAIN = Duration.ofSeconds(5);

    private static final int REMEMBERED_LEADS = 8;

    private final String cluster;
    private final NodeUsage nodes;
    private final JobUsage jobs;
    private final UsageStore store;
    private final PriceList prices;
    private final Deque<Duration> leads = new ArrayDeque<>();

    /** Time until which jobs are counted. */
    private volatile Instant until;

    /** After a start, the configuration of slurmctld may not be known yet. */
    private volatile Duration listed = MIN_GAP;

    private boolean minJobAgeKnown;
    /** Runs that slurmdbd accounted since {@link #until}. */
    private volatile Accounted accounted = Accounted.NONE;

    private volatile boolean waiting;
    /** Time of the first job list that was not counted, because counting waits. */
    private Optional<Instant> waitsSince = Optional.empty();

    private record Accounted(List<AccountedRun> runs, Instant until) {

        static final Accounted NONE = new Accounted(List.of(), Instant.MIN);
    }

    /** A time in which runs may have ended that slurmctld no longer lists. */
    public record UsageGap(Instant from, Instant to) {}

    UsageHistory(String cluster, SeriesBudget budget, UsageStore store, PriceList prices) {
        UsageState before = store.restored();
        this.cluster = cluster;
        this.nodes = new NodeUsage(before.nodes());
        this.jobs = new JobUsage(budget, before.jobs());
        this.store = store;
        this.prices = prices;
        this.until = before.jobs().since() < 0
                ? Instant.MAX
                : Instant.ofEpochSecond(before.jobs().until());
    }

    /** Sets MinJobAge, the time for which slurmctld lists ended jobs. Slurm never forgets jobs if the time is 0. */
    void listsEndedJobsFor(Duration minJobAge) {
        minJobAgeKnown = true;
        listed = minJobAge.isZero() ? FOREVER : Collections.max(List.of(minJobAge, MIN_GAP));
    }

    /** Returns the gap before a job list that is requested now, without its part before {@link #MAX_GAP}. */
    public Optional<UsageGap> gap(Instant now) {
        Instant from = Collections.max(List.of(until, accounted.until(), now.minus(MAX_GAP)));
        return Duration.between(from, now).compareTo(listed) > 0
                ? Optional.of(new UsageGap(from, now))
                : Optional.empty();
    }

    /** Makes counting wait for the runs of a gap, for a limited time. The first job list that counts has all runs. */
    public void awaitAccounted() {
        waiting = true;
    }

    /** Adds the runs of a gap. */
    public void accounted(UsageGap gap, List<AccountedRun> runs) {
        List<AccountedRun> all = new ArrayList<>(accounted.runs());
        all.addAll(runs);
        accounted = new Accounted(List.copyOf(all), gap.to());
        waiting = false;
    }

    /** Counts the time since the previous node list. */
    MetricBatch nodes(Capacity.Summary capacity, Instant at) {
        nodes.observe(capacity, at);
        return UsageMetrics.NODES.batch(
                new UsageMetrics.OfNodes(cluster, nodes.state().sums()));
    }

    /**
     * Counts the time since the previous job list.
     *
     * @param nodeSets NodeSets of the nodes
     * @param clockAhead time by which slurmctld's clock is ahead; the start and end of runs are times of slurmctld
     */
    synchronized MetricBatch jobs(Observed<List<Job>> observed, NodeSetLookup nodeSets, Duration clockAhead) {
        Instant at = observed.at().plus(certain(clockAhead));
        if (waits(at)) {
            return metrics();
        }
        jobs.observe(observed.value(), accounted.runs(), nodeSets, at);
        until = at;
        accounted = Accounted.NONE;
        waiting = false;
        waitsSince = Optional.empty();
        if (!minJobAgeKnown) {
            listed = LISTED;
        }
        if (store.keeps()) {
            store.save(new UsageState(jobs.state(), nodes.state()));
        }
        return metrics();
    }

    private MetricBatch metrics() {
        UsageCounts counts = jobs.publish();
        if (prices.isEmpty() || until.equals(Instant.MAX)) {
            return new UsageMetrics(cluster, counts, AccountCosts.NONE);
        }
        YearMonth month = YearMonth.from(until.atOffset(ZoneOffset.UTC));
        Set<String> accounts = counts.accounts().keySet();
        return new UsageMetrics(cluster, counts, AccountCosts.of(month, jobs.rowsOf(month), accounts, prices));
    }

    private boolean waits(Instant at) {
        Instant since = waitsSince.orElse(at);
        waitsSince = Optional.of(since);
        return waiting && Duration.between(since, at).compareTo(PATIENCE) < 0;
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
    public synchronized List<MonthUsage> months() {
        return jobs.months();
    }
}
