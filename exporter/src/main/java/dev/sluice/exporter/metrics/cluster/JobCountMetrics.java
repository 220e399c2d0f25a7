package dev.sluice.exporter.metrics.cluster;

import dev.sluice.exporter.derive.QueueCounts;
import dev.sluice.exporter.derive.QueueSummary.TopHolders;
import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.metrics.family.ClosedLabels;
import dev.sluice.exporter.metrics.family.ClosedLabels.Part;
import dev.sluice.exporter.metrics.family.Scope;
import dev.sluice.exporter.metrics.family.Section;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.job.Holder;
import dev.sluice.exporter.model.job.JobState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;

/**
 * The metrics of jobs by state. Base states and the states completing and configuring are published even if their count
 * is 0, provided that the source counts these states.
 */
public record JobCountMetrics(String cluster, QueueCounts counts) {

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

    private static final Scope<JobCountMetrics, JobCountMetrics> CLUSTER = Scope.cluster(JobCountMetrics::cluster);

    public static final Section<JobCountMetrics> SECTION = Section.of(
            "Jobs by state",
            SlurmSource.JOBS.label(),
            "If the job list is slow or fails, the source is `counts`, without the states of ended jobs "
                    + "([differences](operations.md#job-counts)); `sluice_job_counts_age_seconds` shows the source.",
            CLUSTER.each("partition", JobCountMetrics::partitions)
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
