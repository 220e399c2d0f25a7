package dev.sluice.exporter.derive.usage;

import dev.sluice.exporter.derive.NameRule;
import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.derive.SeriesBudgets;
import dev.sluice.exporter.derive.join.NodeSetLookup;
import dev.sluice.exporter.derive.usage.UsageCounts.Owned;
import dev.sluice.exporter.derive.usage.UsageCounts.PartitionGpus;
import dev.sluice.exporter.derive.usage.UsageCounts.Runs;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.accounting.AccountedRun;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobState;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Polls the jobs of the account physics repeatedly. Times are in seconds; a job has 2 CPUs and 10 bytes of memory. */
abstract class ObservedUsage {

    static final SeriesBudget BUDGET = SeriesBudgets.named(10, 10);

    JobUsage usage = new JobUsage(BUDGET, JobUsage.State.NONE);

    /** The counts of the last poll. Each poll publishes, so that new counters are 0 once. */
    UsageCounts counts = UsageCounts.NONE;

    final void poll(long at, JobBuilder... jobs) {
        poll(at, List.of(), jobs);
    }

    /** Polls the jobs and the runs that only Slurm's accounting knows. */
    final void poll(long at, List<AccountedRun> accounted, JobBuilder... jobs) {
        usage.observe(
                Arrays.stream(jobs).map(JobBuilder::build).toList(),
                accounted,
                NodeSetLookup.NONE,
                Instant.ofEpochSecond(at));
        usage.publish();
        counts = usage.publish();
    }

    /** Continues with the stored state of this usage, like an exporter after a restart. */
    final void restart() {
        usage = new JobUsage(BUDGET, usage.state());
    }

    static JobBuilder running(long id, long startedAt, GpuCounts gpus) {
        return JobBuilder.job(id)
                .in("gpu")
                .owner("physics", "anna", "normal")
                .runningOn("n1")
                .allocation(new Tres(2, 10, 1, gpus), "n1")
                .submittedAt(500)
                .ran(startedAt, 0);
    }

    static JobBuilder ended(long id, long startedAt, long endedAt, JobState state, GpuCounts gpus) {
        return running(id, startedAt, gpus).state(state).ran(startedAt, endedAt);
    }

    static GpuCounts h100(long gpus) {
        return GpuCounts.of("h100", gpus);
    }

    final double gpuSeconds() {
        return account("physics").gpuSeconds().getOrDefault("h100", 0.0);
    }

    final Owned account(String name) {
        return counts.accounts().getOrDefault(name, new Owned(new TreeMap<>(), 0, 0));
    }

    final Owned user(String name) {
        return counts.users().getOrDefault(name, new Owned(new TreeMap<>(), 0, 0));
    }

    final Runs runs(String gpuType) {
        return counts.partitions().getOrDefault(new PartitionGpus("gpu", gpuType), new Runs(-1, Map.of()));
    }

    final double ended(JobState state) {
        return runs("h100").ended().getOrDefault(state, -1.0);
    }

    final double allEnded() {
        return runs("h100").ended().values().stream()
                .mapToDouble(Double::doubleValue)
                .sum();
    }

    final long endedJobs() {
        return usage.months().stream()
                .flatMap(month -> month.rows().values().stream())
                .mapToLong(UsageAmounts::endedJobs)
                .sum();
    }

    static SeriesBudget hashing() {
        return new SeriesBudget(10, 10, 0, 0, 0, 0, NameRule.HASH, NameRule.HASH);
    }
}
