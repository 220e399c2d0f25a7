package dev.sluice.exporter.metrics;

import dev.sluice.exporter.derive.QueueCounts;
import dev.sluice.exporter.derive.QueueSummary;
import dev.sluice.exporter.derive.QueueSummary.PartitionQueue;
import dev.sluice.exporter.derive.QueueSummary.PendingDemand;
import dev.sluice.exporter.derive.QueueSummary.Reason;
import dev.sluice.exporter.derive.QueueSummary.TopHolders;
import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.metrics.ClosedLabels.Part;
import dev.sluice.exporter.metrics.SeriesOverLimit.Kind;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.job.Holder;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.job.ReasonClass;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;

/**
 * The metrics that only the job list provides. Requested nodes, CPUs and memory are published for every reason class,
 * even if the value is 0.
 *
 * @param at time of the observation
 */
public record QueueMetrics(String cluster, QueueSummary queue, Instant at) implements MetricBatch {

    private static final ClosedLabels<ReasonClass> REASON_CLASS = ClosedLabels.of("reason_class", ReasonClass.values());
    private static final Scope<QueueMetrics, QueueMetrics> CLUSTER = Scope.cluster(QueueMetrics::cluster);
    private static final Scope<QueueMetrics, PartitionQueue> PARTITION = CLUSTER.eachEntry(
            "partition", "partition", metrics -> metrics.queue.partitions().entrySet());
    private static final Scope<QueueMetrics, PartitionQueue> WHOLE_QUEUE =
            CLUSTER.map(metrics -> metrics.queue.cluster());
    private static final Scope<QueueMetrics, Map.Entry<ReasonClass, PendingDemand>> DEMAND = demands(PARTITION);
    private static final Scope<QueueMetrics, Map.Entry<ReasonClass, PendingDemand>> CLUSTER_DEMAND =
            demands(WHOLE_QUEUE);
    private static final Scope<QueueMetrics, Holder> USER = CLUSTER.eachEntry(
            "user, up to `metrics.topUsers`, and `other`", "user", metrics -> ByState.shown(metrics.queue.users()));
    private static final Scope<QueueMetrics, Map.Entry<Reason, Long>> PENDING_USER = CLUSTER.each(
                    "user, up to `metrics.topUsers`, and `other`",
                    metrics -> metrics.queue.pendingByUser().entrySet())
            .by("user", Map.Entry::getKey)
            .eachPart("pending reason", user -> user.getValue().entrySet())
            .by("reason_class", reason -> reason.getKey().reasonClass().label())
            .by("reason", reason -> reason.getKey().name());
    private static final Scope<QueueMetrics, Holder> ACCOUNT = CLUSTER.eachEntry(
            "account, up to `metrics.topAccounts`, and `other`",
            "account",
            metrics -> ByState.shown(metrics.queue.accounts()));

    public static final Section<QueueMetrics> QUEUE = Section.of(
            "Queue",
            SlurmSource.JOBS.label(),
            "",
            PARTITION
                    .eachPart("pending reason", queue -> queue.pendingByReason().entrySet())
                    .by("reason_class", reason -> reason.getKey().reasonClass().label())
                    .by("reason", reason -> reason.getKey().name())
                    .gauge("slurm_queue_pending_jobs")
                    .help("Pending jobs, by Slurm's reason and its reason class.")
                    .value(Map.Entry::getValue),
            PARTITION
                    .gauge("slurm_queue_requested_nodes")
                    .help("Nodes requested by pending jobs; for a range, its minimum.")
                    .by(REASON_CLASS)
                    .value((queue, reason) -> queue.demand(reason).nodes()),
            PARTITION
                    .gauge("slurm_queue_requested_cpus")
                    .help("CPUs requested by pending jobs.")
                    .by(REASON_CLASS)
                    .value((queue, reason) -> queue.demand(reason).cpus()),
            PARTITION
                    .bytes("slurm_queue_requested_memory_bytes")
                    .help("Memory requested by pending jobs.")
                    .by(REASON_CLASS)
                    .value((queue, reason) -> queue.demand(reason).memoryBytes()),
            gpus(DEMAND)
                    .gauge("slurm_queue_requested_gpus")
                    .help("GPUs requested by pending jobs; gpu_type is any if the job requests no type.")
                    .value(Map.Entry::getValue),
            WHOLE_QUEUE
                    .gauge("slurm_cluster_requested_nodes")
                    .help("Nodes requested by pending jobs, each job once; for a range, its minimum.")
                    .by(REASON_CLASS)
                    .value((queue, reason) -> queue.demand(reason).nodes()),
            WHOLE_QUEUE
                    .gauge("slurm_cluster_requested_cpus")
                    .help("CPUs requested by pending jobs, each job once.")
                    .by(REASON_CLASS)
                    .value((queue, reason) -> queue.demand(reason).cpus()),
            WHOLE_QUEUE
                    .bytes("slurm_cluster_requested_memory_bytes")
                    .help("Memory requested by pending jobs, each job once.")
                    .by(REASON_CLASS)
                    .value((queue, reason) -> queue.demand(reason).memoryBytes()),
            gpus(CLUSTER_DEMAND)
                    .gauge("slurm_cluster_requested_gpus")
                    .help("GPUs requested by pending jobs, each job once; gpu_type is any if the job requests no type.")
                    .value(Map.Entry::getValue),
            DEMAND.seconds("slurm_queue_oldest_pending_seconds")
                    .help("Time since the longest-pending job became eligible; absent if no pending job is eligible.")
                    .reported((metrics, demand) -> DoubleStream.of(
                                    demand.getValue().oldestEligibleAt())
                            .filter(oldest -> oldest > 0)
                            .map(oldest -> metrics.at.getEpochSecond() - oldest)),
            CLUSTER.gauge("slurm_queue_truncated_arrays")
                    .help(
                            "Pending job arrays with a task list truncated by slurmrestd, so that all job counts are lower bounds; SLURM_BITSTR_LEN=0 in slurmrestd's environment prevents this.")
                    .value(metrics -> metrics.queue.truncatedArrays()));

    public static final Section<QueueMetrics> HOLDERS = Section.of(
            "Users and accounts",
            SlurmSource.JOBS.label(),
            "",
            USER.gauge("slurm_user_cpus_allocated")
                    .help("CPUs allocated to running jobs of a user, without suspended jobs.")
                    .value(Holder::cpus),
            USER.gauge("slurm_user_gpus_allocated")
                    .help("GPUs allocated to running and suspended jobs of a user.")
                    .value(Holder::gpus),
            PENDING_USER
                    .gauge("slurm_user_pending_jobs")
                    .help("Pending jobs of a user, by Slurm's reason and its reason class.")
                    .value(Map.Entry::getValue),
            ACCOUNT.gauge("slurm_account_cpus_allocated")
                    .help("CPUs allocated to running jobs of an account, without suspended jobs.")
                    .value(Holder::cpus),
            ACCOUNT.gauge("slurm_account_gpus_allocated")
                    .help("GPUs allocated to running and suspended jobs of an account.")
                    .value(Holder::gpus),
            SeriesOverLimit.FAMILY.from(QueueMetrics::overLimit));

    private SeriesOverLimit overLimit() {
        int users = queue.users().folded();
        int accounts = queue.accounts().folded();
        return new SeriesOverLimit(cluster, Map.of(Kind.USER, users, Kind.ACCOUNT, accounts));
    }

    private static Scope<QueueMetrics, Map.Entry<ReasonClass, PendingDemand>> demands(
            Scope<QueueMetrics, PartitionQueue> queues) {
        return queues.eachPart(
                        "class of pending reason", queue -> queue.demand().entrySet())
                .by("reason_class", demand -> demand.getKey().label());
    }

    private static Scope<QueueMetrics, Map.Entry<String, Long>> gpus(
            Scope<QueueMetrics, Map.Entry<ReasonClass, PendingDemand>> demands) {
        return demands.eachPart(
                        "GPU type", demand -> demand.getValue().gpus().byType().entrySet())
                .by("gpu_type", gpus -> GpuCounts.labelOfRequest(gpus.getKey()));
    }

    @Override
    public void forEach(MetricVisitor visitor) {
        QUEUE.emit(this, visitor);
        HOLDERS.emit(this, visitor);
    }

    /**
     * The metrics of jobs by state. Base states and the states completing and configuring are published even if their
     * count is 0, provided that the source counts these states.
     */
    public record ByState(String cluster, QueueCounts counts) {

        private static final ClosedLabels<JobState> STATE = ClosedLabels.of("state", JobState.values())
                .showing(state -> (state.base() && state != JobState.UNKNOWN)
                        || state == JobState.COMPLETING
                        || state == JobState.CONFIGURING);
        private static final ClosedLabels<Part<Holder>> HOLDER_STATE = ClosedLabels.parts(
                "state",
                List.of(
                        new Part<>("pending", Holder::pending),
                        new Part<>("running", Holder::running),
                        new Part<>("suspended", Holder::suspended)));

        private static final Scope<ByState, ByState> CLUSTER = Scope.cluster(ByState::cluster);

        public static final Section<ByState> SECTION = Section.of(
                "Jobs by state",
                SlurmSource.JOBS.label(),
                "If the job list is slow or fails, the source is `counts`, without the states of ended jobs "
                        + "([differences](operations.md#job-counts)); `sluice_job_counts_age_seconds` shows the source.",
                CLUSTER.each("partition", ByState::partitions)
                        .by("partition", PartitionJobs::name)
                        .gauge("slurm_queue_jobs")
                        .help("Jobs by state as in squeue, in every partition of the job.")
                        .by(STATE)
                        .reported((partition, state) -> number(partition.counts, partition.jobs, state)),
                CLUSTER.gauge("slurm_cluster_jobs")
                        .help("Jobs by state as in squeue, each job once.")
                        .by(STATE)
                        .reported((metrics, state) -> number(metrics.counts, metrics.counts.cluster(), state)),
                CLUSTER.eachEntry(
                                "user, up to `metrics.topUsers`, and `other`",
                                "user",
                                metrics -> shown(metrics.counts.users()))
                        .gauge("slurm_user_queue_jobs")
                        .help("Pending, running and suspended jobs of a user.")
                        .by(HOLDER_STATE)
                        .value((user, state) -> state.of(user)),
                CLUSTER.eachEntry(
                                "account, up to `metrics.topAccounts`, and `other`",
                                "account",
                                metrics -> shown(metrics.counts.accounts()))
                        .gauge("slurm_account_queue_jobs")
                        .help("Pending, running and suspended jobs of an account.")
                        .by(HOLDER_STATE)
                        .value((account, state) -> state.of(account)));

        private record PartitionJobs(String name, Map<JobState, Long> jobs, QueueCounts counts) {}

        private List<PartitionJobs> partitions() {
            return counts.partitions().entrySet().stream()
                    .map(entry -> new PartitionJobs(entry.getKey(), entry.getValue(), counts))
                    .toList();
        }

        private static DoubleStream number(QueueCounts counts, Map<JobState, Long> jobs, JobState state) {
            return counts.number(jobs, state).stream()
                    .filter(number -> number > 0 || STATE.always().test(state))
                    .asDoubleStream();
        }

        static List<Map.Entry<String, Holder>> shown(TopHolders holders) {
            List<Map.Entry<String, Holder>> shown = new ArrayList<>(holders.top());
            if (holders.folded() > 0) {
                shown.add(Map.entry(SeriesBudget.OTHER, holders.other()));
            }
            return shown;
        }
    }
}
