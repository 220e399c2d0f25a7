package dev.sluice.exporter.derive.usage;

import dev.sluice.exporter.derive.NameRule;
import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.derive.join.NodeSetLookup;
import dev.sluice.exporter.derive.usage.OpenRun.RowAmounts;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.accounting.AccountedRun;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobState;
import java.time.Instant;
import java.time.YearMonth;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Counts the resources that jobs used, from one job list to the next. A run counts from its start to its end, as in
 * Slurm's records, at any poll interval:
 *
 * <ul>
 * <li>Counting starts at the first job list, or at the last job list of a stored state: each list adds the part of a
 * run between the previous list and this list, so that a gap between two lists is counted exactly. <li>A requeued run
 * ends at the new submit time, or when a list shows the job in state COMPLETING. <li>A run that is missing from the
 * lists for {@value #MISSING_SECONDS} s ends in state UNKNOWN, and counts until the last list that contained the run. A
 * recovering slurmctld can return an incomplete list. <li>CPUs do not count while the lists show the job as suspended,
 * like in Slurm's accounting. GPUs and memory count, because a suspended job keeps them. Slurm's records do not contain
 * the total suspended time. <li>Each array task and each component of a heterogeneous job counts. <li>If the clock
 * steps back, counting resumes when the clock reaches the time of the newest counted list.
 * </ul>
 *
 * <p>Confined to one thread.
 */
public final class JobUsage {

    /** Maximum number of runs to store, of about 150 bytes each. */
    static final int MAX_STORED_RUNS = 100_000;

    private static final int MISSING_SECONDS = 600;

    /** Maximum number of rows of a month, of about 70 bytes each. */
    private static final int MAX_ROWS = 10_000;

    private static final long NEVER = -1;

    private final SeriesBudget budget;
    private final UsageTotals totals;
    private final UsageMonths months;
    private final Map<Long, OpenRun> open = new LinkedHashMap<>();
    /** Runs whose end has been counted since the previous list. A list can contain a job twice. */
    private final Set<RunKey> ended = new HashSet<>();

    private long since;
    private long until;
    private long now;
    private NodeSetLookup nodeSets = NodeSetLookup.NONE;

    private record RunKey(long jobId, long submittedAt) {}

    /**
     * The state of the counting.
     *
     * @param since start of the counting, in seconds since the epoch; negative before the first job list
     * @param until time until which runs are counted
     * @param months usage by month, newest last
     * @param runs runs that have not ended, up to a limit
     */
    public record State(
            long since,
            long until,
            NameRule accountNames,
            NameRule userNames,
            UsageCounts counts,
            List<MonthUsage> months,
            List<CountedRun> runs) {

        public static final State NONE =
                new State(NEVER, NEVER, NameRule.SHOW, NameRule.SHOW, UsageCounts.NONE, List.of(), List.of());

        public State {
            months = List.copyOf(months);
            runs = List.copyOf(runs);
        }
    }

    public JobUsage(SeriesBudget budget, State state) {
        this(budget, state, MAX_ROWS);
    }

    JobUsage(SeriesBudget budget, State before, int maxRows) {
        StoredNames names = new StoredNames(budget, before);
        this.budget = budget;
        this.totals = new UsageTotals(budget, names.of(before.counts()));
        this.months = new UsageMonths(maxRows, before.months(), names);
        this.since = before.since();
        this.until = before.until();
        before.runs().forEach(run -> open.put(run.jobId(), new OpenRun(run, names.of(run.key()))));
    }

    /**
     * Counts the time since the previous job list.
     *
     * @param accounted runs in this time by Slurm's accounting. After a long time, slurmctld no longer lists some of
     *     them.
     */
    public void observe(List<Job> jobs, List<AccountedRun> accounted, NodeSetLookup nodeSets, Instant at) {
        now = at.getEpochSecond();
        this.nodeSets = nodeSets;
        if (since == NEVER) {
            since = now;
            until = now;
        }
        accounted.forEach(this::ended);
        for (Job job : jobs) {
            // The state comes first, because most jobs are pending or have ended before.
            if (job.pending() || isEndHidden(job)) {
                stopped(job);
            } else if (job.ended()) {
                ended(job);
            } else if (job.times().startedAt() > 0) {
                running(job);
            }
        }
        closeMissing();
        until = Math.max(until, now);
        ended.clear();
        months.cover(until);
    }

    private void running(Job job) {
        OpenRun run = runOf(job).orElseGet(() -> open(job));
        run.seen(now);
        run.runsIn(nodeSets, job.allocation().nodes());
        if (job.status().state() == JobState.CONFIGURING) {
            // Slurm sets the start time again when the nodes are ready.
            return;
        }
        run.startsAt(job.times().startedAt());
        count(run, now, job.status().base() == JobState.SUSPENDED);
        run.holds(job.allocation().tres().orGpusOf(job.request().gpus()));
    }

    /** Returns true for a completing job in squeue, which hides whether the job has ended or is requeued. */
    private static boolean isEndHidden(Job job) {
        return job.status().base() == JobState.UNKNOWN && job.holdsNodes();
    }

    private void stopped(Job job) {
        Optional<OpenRun> known = Optional.ofNullable(open.get(job.id()));
        if (known.isEmpty()) {
            return;
        }
        if (job.holdsNodes() && known.get().isSubmittedWith(job)) {
            // slurmctld sets the new submit time when the nodes are free again.
            known.get().seen(now);
            known.get().stops(now);
            return;
        }
        // If this is not a requeue, slurmctld has lost the last minutes of its state.
        runOf(job).ifPresent(run -> close(run, JobState.UNKNOWN));
    }

    private void ended(Job job) {
        // A record without an end must not count again with each list.
        long end = job.times().endedAt() > 0 ? job.times().endedAt() : until;
        Optional<OpenRun> known = runOf(job);
        boolean countedBefore =
                end <= until || ended.contains(new RunKey(job.id(), job.times().submittedAt()));
        if (known.isEmpty() && (job.times().startedAt() == 0 || countedBefore)) {
            return;
        }
        OpenRun run = known.orElseGet(() -> open(job));
        run.seen(now);
        count(run, Math.min(now, end), false);
        // If slurmctld's clock is ahead, the rest counts later.
        if (end <= now) {
            close(run, job.status().base());
            ended.add(new RunKey(job.id(), job.times().submittedAt()));
        }
    }

    private void ended(AccountedRun accounted) {
        boolean ran = accounted.startedAt() > 0 && accounted.allocation().nodes() > 0;
        Optional<OpenRun> known = Optional.ofNullable(open.get(accounted.jobId()));
        Optional<OpenRun> same = known.filter(run -> run.isSubmittedAt(accounted.submittedAt()));
        boolean countedBefore = same.isEmpty() && accounted.endedAt() <= until;
        if (!ran || countedBefore || accounted.endedAt() > now) {
            return;
        }
        if (same.isEmpty()) {
            known.ifPresent(other -> close(other, JobState.UNKNOWN));
        }
        OpenRun run = same.orElseGet(() -> open(new CountedRun(
                accounted.jobId(),
                accounted.submittedAt(),
                0,
                key(accounted.account(), accounted.user(), accounted.partition(), nodeSets.of(accounted.nodes())),
                accounted.allocation(),
                Math.max(until, accounted.startedAt()),
                Collections.emptySortedMap())));
        count(run, accounted.endedAt(), false);
        close(run, accounted.state());
        ended.add(new RunKey(accounted.jobId(), accounted.submittedAt()));
    }

    /** Returns the open run that a record describes. If the record describes a later run, ends the open run. */
    private Optional<OpenRun> runOf(Job job) {
        return Optional.ofNullable(open.get(job.id())).filter(run -> {
            if (run.is(job)) {
                return true;
            }
            endBefore(job, run);
            return false;
        });
    }

    private void endBefore(Job next, OpenRun run) {
        count(run, Math.min(now, run.endBefore(next)), false);
        close(run, run.isRequeuedTo(next) ? JobState.REQUEUED : JobState.UNKNOWN);
    }

    private OpenRun open(Job job) {
        return open(new CountedRun(
                job.id(),
                job.times().submittedAt(),
                job.status().restarts(),
                key(
                        job.owner().account(),
                        job.owner().user(),
                        job.firstPartition(),
                        nodeSets.of(job.allocation().nodes())),
                job.allocation().tres().orGpusOf(job.request().gpus()),
                Math.max(until, job.times().startedAt()),
                Collections.emptySortedMap()));
    }

    private UsageKey key(String account, String user, String partition, String nodeSet) {
        return new UsageKey(
                budget.accountNames().apply(account), budget.userNames().apply(user), partition, nodeSet, "");
    }

    private OpenRun open(CountedRun counted) {
        OpenRun run = new OpenRun(counted, counted.key());
        open.put(counted.jobId(), run);
        run.shares().forEach(share -> totals.add(share.key(), UsageAmounts.ZERO));
        return run;
    }

    private void count(OpenRun run, long to, boolean suspended) {
        long from = run.until();
        if (to <= from) {
            return;
        }
        for (RowAmounts share : run.shares()) {
            UsageAmounts perSecond = suspended ? share.perSecond().withoutCpus() : share.perSecond();
            months.add(share.key(), perSecond, from, to);
            totals.add(share.key(), perSecond.times(to - from));
        }
        run.countedUntil(to);
    }

    private void close(OpenRun run, JobState state) {
        run.gpuSeconds().forEach((type, seconds) -> totals.ended(run.partition(), type, state, seconds));
        if (state != JobState.REQUEUED) {
            months.ended(run.mainKey(), run.until());
        }
        open.remove(run.jobId());
    }

    private void closeMissing() {
        List<OpenRun> missing = open.values().stream()
                .filter(run -> run.missing(now) >= MISSING_SECONDS)
                .toList();
        missing.forEach(run -> close(run, JobState.UNKNOWN));
    }

    /** Returns the counts to publish. A counter is 0 when it is returned for the first time. */
    public UsageCounts publish() {
        return totals.published();
    }

    /** Returns the usage by month, newest last; empty before the first job list. */
    public List<MonthUsage> months() {
        return since == NEVER ? List.of() : months.months(since, until);
    }

    /** Returns the usage of a month. The rows change with the next job list. */
    public Map<UsageKey, UsageAmounts> rowsOf(YearMonth month) {
        return months.rowsOf(month);
    }

    public State state() {
        return new State(
                since,
                until,
                budget.accountNames(),
                budget.userNames(),
                totals.counted(),
                months(),
                open.values().stream()
                        .limit(MAX_STORED_RUNS)
                        .map(OpenRun::counted)
                        .toList());
    }

    /**
     * A run that has not ended, and its counted part.
     *
     * @param submittedAt time of submission or requeue, in seconds since the epoch
     * @param restarts number of requeues before the run
     * @param key account, user, partition and NodeSet, without a GPU type
     * @param allocation allocated resources
     * @param until time until which the run is counted, in seconds since the epoch
     * @param gpuSeconds counted GPU-seconds by GPU type
     */
    public record CountedRun(
            long jobId,
            long submittedAt,
            int restarts,
            UsageKey key,
            Tres allocation,
            long until,
            SortedMap<String, Double> gpuSeconds) {

        public CountedRun {
            // A queue has many runs: each empty map would take 80 bytes.
            gpuSeconds = gpuSeconds.isEmpty()
                    ? Collections.emptySortedMap()
                    : Collections.unmodifiableSortedMap(new TreeMap<>(gpuSeconds));
        }
    }
}
