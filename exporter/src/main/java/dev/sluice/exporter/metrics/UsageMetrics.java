package dev.sluice.exporter.metrics;

import dev.sluice.exporter.derive.Capacity.Split;
import dev.sluice.exporter.derive.usage.NodeUsage;
import dev.sluice.exporter.derive.usage.PriceList.AccountCosts;
import dev.sluice.exporter.derive.usage.UsageCounts;
import dev.sluice.exporter.derive.usage.UsageCounts.Owned;
import dev.sluice.exporter.derive.usage.UsageCounts.PartitionGpus;
import dev.sluice.exporter.derive.usage.UsageCounts.Runs;
import dev.sluice.exporter.metrics.ClosedLabels.Part;
import dev.sluice.exporter.metrics.SeriesOverLimit.Kind;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.job.JobState;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Stream;

/**
 * The metrics of GPU-hours, from the nodes and from the jobs.
 *
 * @param costs costs of this month by account
 */
public record UsageMetrics(String cluster, UsageCounts counts, AccountCosts costs) implements MetricBatch {

    private static final ClosedLabels<Part<Split>> USE = ClosedLabels.parts(
            "state",
            List.of(
                    new Part<>("allocated", gpus -> NodeUsage.State.seconds(gpus.allocated())),
                    new Part<>("idle", gpus -> NodeUsage.State.seconds(gpus.idle())),
                    new Part<>("unavailable", gpus -> NodeUsage.State.seconds(gpus.unavailable()))));

    private static final ClosedLabels<JobState> END_STATE =
            ClosedLabels.of("state", UsageCounts.END_STATES, JobState::label);

    /**
     * The GPU time of the nodes.
     *
     * @param sums twice the GPU-milliseconds
     */
    public record OfNodes(String cluster, SortedMap<PartitionGpus, Split> sums) {

        private List<Map.Entry<PartitionGpus, Split>> of(boolean wholeCluster) {
            return sums.entrySet().stream()
                    .filter(sum -> sum.getKey().partition().isEmpty() == wholeCluster)
                    .toList();
        }
    }

    private static final Scope<OfNodes, OfNodes> NODE_CLUSTER = Scope.cluster(OfNodes::cluster);
    private static final Scope<UsageMetrics, UsageMetrics> CLUSTER = Scope.cluster(UsageMetrics::cluster);

    public static final Section<OfNodes> NODES = Section.of(
            "GPU-hours of the nodes",
            SlurmSource.NODES.label(),
            "Counted like the [GPU-hours of the jobs](#gpu-hours-of-the-jobs).",
            NODE_CLUSTER
                    .each("GPU type", usage -> usage.of(true))
                    .by("gpu_type", sum -> sum.getKey().gpuType())
                    .<Split>map(Map.Entry::getValue)
                    .secondsCounter("slurm_cluster_gpu_seconds_total")
                    .help("GPU-seconds by type and use, each node once.")
                    .by(USE)
                    .value((gpus, use) -> use.of(gpus)),
            NODE_CLUSTER
                    .each("GPU type of a partition", usage -> usage.of(false))
                    .by("partition", sum -> sum.getKey().partition())
                    .by("gpu_type", sum -> sum.getKey().gpuType())
                    .<Split>map(Map.Entry::getValue)
                    .secondsCounter("slurm_capacity_gpu_seconds_total")
                    .help("GPU-seconds by type and use, in every partition.")
                    .by(USE)
                    .value((gpus, use) -> use.of(gpus)));

    public static final Section<UsageMetrics> JOBS = Section.of(
            "GPU-hours of the jobs",
            SlurmSource.JOBS.label(),
            "Allocated resources multiplied by run time, from the start and end times in Slurm's records. Exact over "
                    + "missed polls, and over restarts with `metrics.usageDirectory`. 3600 GPU-seconds are a GPU-hour.",
            gpus("account", "slurm_account_gpu_seconds_total"),
            cpus("account", "slurm_account_cpu_seconds_total"),
            memory("account", "slurm_account_memory_byte_seconds_total"),
            CLUSTER.by("currency", usage -> usage.costs.currency())
                    .eachEntry(
                            "account with jobs, up to `metrics.topAccounts`, and `other`, only with `prices`",
                            "account",
                            usage -> usage.costs.byAccount().entrySet())
                    .counter("slurm_account_cost_total")
                    .help("Cost of the account's usage since the start of the month (UTC), by `prices`.")
                    .value(Double::doubleValue),
            gpus("user", "slurm_user_gpu_seconds_total"),
            cpus("user", "slurm_user_cpu_seconds_total"),
            memory("user", "slurm_user_memory_byte_seconds_total"),
            runs().secondsCounter("slurm_job_gpu_seconds_total")
                    .help("GPU-seconds of all jobs of the partition, also while suspended.")
                    .value(runs -> runs.getValue().gpuSeconds()),
            runs().secondsCounter("slurm_job_ended_gpu_seconds_total")
                    .help("GPU-seconds of ended runs by state; unknown if the job disappeared without an end.")
                    .by(END_STATE)
                    .value((runs, state) -> runs.getValue().ended().getOrDefault(state, 0.0)));

    /** Families whose counters can be older than the process, because {@code metrics.usageDirectory} keeps them. */
    public static final List<MetricFamily> KEPT = Stream.<Family<?>>concat(
                    NODES.families().stream(), JOBS.families().stream())
            .map(Family::declared)
            .toList();

    private static Family<UsageMetrics> gpus(String label, String name) {
        return owned(label)
                .eachPart("GPU type", owned -> owned.gpuSeconds().entrySet())
                .by("gpu_type", Map.Entry::getKey)
                .secondsCounter(name)
                .help("GPU-seconds of the " + label + "'s jobs by GPU type, also while suspended.")
                .value(Map.Entry::getValue);
    }

    private static Family<UsageMetrics> cpus(String label, String name) {
        return owned(label)
                .secondsCounter(name)
                .help("CPU-seconds of the " + label + "'s jobs, without the time in which polls saw the job suspended.")
                .value(Owned::cpuSeconds);
    }

    private static Family<UsageMetrics> memory(String label, String name) {
        return owned(label)
                .counter(name)
                .help("Memory of the " + label + "'s jobs in bytes, multiplied by seconds.")
                .value(Owned::memoryByteSeconds);
    }

    private static Scope<UsageMetrics, Owned> owned(String label) {
        boolean account = label.equals("account");
        return CLUSTER.eachEntry(
                label + " with jobs, up to " + (account ? "`metrics.topAccounts`" : "`metrics.topUsers`")
                        + ", and `other`",
                label,
                usage -> (account ? usage.counts.accounts() : usage.counts.users()).entrySet());
    }

    private static Scope<UsageMetrics, Map.Entry<PartitionGpus, Runs>> runs() {
        return CLUSTER.each(
                        "GPU type of a partition with jobs",
                        usage -> usage.counts.partitions().entrySet())
                .by("partition", runs -> runs.getKey().partition())
                .by("gpu_type", runs -> runs.getKey().gpuType());
    }

    @Override
    public void forEach(MetricVisitor visitor) {
        JOBS.emit(this, visitor);
        int accounts = counts.foldedAccounts();
        int users = counts.foldedUsers();
        new SeriesOverLimit(cluster, Map.of(Kind.ACCOUNT_USAGE, accounts, Kind.USER_USAGE, users)).forEach(visitor);
    }
}
