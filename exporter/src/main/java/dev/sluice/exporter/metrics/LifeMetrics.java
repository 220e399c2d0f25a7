package dev.sluice.exporter.metrics;

import dev.sluice.exporter.derive.BlackHoles.BlackHole;
import dev.sluice.exporter.derive.LifeCounts;
import dev.sluice.exporter.derive.LifeCounts.Events;
import dev.sluice.exporter.derive.LifeCounts.JobSize;
import dev.sluice.exporter.derive.LifeCounts.Queue;
import dev.sluice.exporter.derive.LifeCounts.SizeCounts;
import dev.sluice.exporter.derive.LifeCounts.SizeCounts.Interruption;
import dev.sluice.exporter.derive.NodeEnds.Counts;
import dev.sluice.exporter.derive.NodeEnds.End;
import dev.sluice.exporter.metrics.SeriesOverLimit.Kind;
import dev.sluice.exporter.model.Histogram;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.job.JobState;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.stream.Stream;

/** The metrics of job life: submissions, starts, requeues, ends, wait times and run times. */
public record LifeMetrics(String cluster, LifeCounts counts) implements MetricBatch {

    private static final ClosedLabels<JobState> END_STATE = ClosedLabels.of(
            "state", Arrays.stream(JobState.values()).filter(JobState::end).toList(), JobState::label);

    private static final Scope<LifeMetrics, LifeMetrics> CLUSTER = Scope.cluster(LifeMetrics::cluster);

    private static final Scope<LifeMetrics, Events> PARTITION = CLUSTER.eachEntry(
            "partition", "partition", metrics -> metrics.counts.partitions().entrySet());

    private static final Scope<LifeMetrics, Map<JobSize, SizeCounts>> SIZE =
            CLUSTER.map(metrics -> metrics.counts.sizes());

    private static final ClosedLabels<JobSize> JOB_SIZE = ClosedLabels.of("size", JobSize.values());

    private record SizeCause(JobSize size, Interruption cause) {}

    private static final ClosedLabels<SizeCause> INTERRUPTION = ClosedLabels.of(
                    "size",
                    Arrays.stream(JobSize.values())
                            .flatMap(size ->
                                    Arrays.stream(Interruption.values()).map(cause -> new SizeCause(size, cause)))
                            .toList(),
                    key -> key.size.label())
            .by("cause", key -> key.cause.label());

    public static final Section<LifeMetrics> SECTION = Section.of(
            "Job life",
            SlurmSource.JOBS.label(),
            "Counted since Sluice started ([details](internals/decisions/0011-job-life-from-snapshots.md)). A heterogeneous "
                    + "job counts once. A job with several partitions counts in the first until it has started.",
            eachQueue(counts -> counts.waitsByQueue())
                    .histogram("slurm_job_wait_seconds", Histogram.JOB_SECONDS)
                    .help("Time from submission or requeue to start, observed at the start.")
                    .observed(Map.Entry::getValue),
            eachQueue(LifeCounts::runs)
                    .histogram("slurm_job_run_seconds", Histogram.JOB_SECONDS)
                    .help("Time from start to end or requeue, without suspensions.")
                    .observed(Map.Entry::getValue),
            CLUSTER.eachEntry(
                            "partition",
                            "partition",
                            metrics -> metrics.counts.waitsByCause().entrySet())
                    .eachPart("cause", Map::entrySet)
                    .by("cause", waits -> waits.getKey().label())
                    .histogram("slurm_job_wait_by_cause_seconds", Histogram.JOB_SECONDS)
                    .help(
                            "Wait time of a job by cause, observed at the start; causes without wait time are not observed.")
                    .observed(Map.Entry::getValue),
            CLUSTER.each(
                            "pair of account and GPU type with jobs, up to `metrics.topAccounts`, and `other`",
                            metrics -> metrics.counts.waitsByAccount().entrySet())
                    .by("account", waits -> waits.getKey().account())
                    .by("gpu_type", waits -> waits.getKey().gpuType())
                    .histogram("slurm_job_wait_by_account_seconds", Histogram.JOB_SECONDS)
                    .help("Wait time by account and requested GPU type; `none` is for jobs without GPUs.")
                    .observed(Map.Entry::getValue),
            PARTITION
                    .counter("slurm_job_submissions_total")
                    .help("Submitted jobs.")
                    .value(Events::submissions),
            PARTITION
                    .counter("slurm_job_starts_total")
                    .help("Job starts, including those after a requeue.")
                    .value(Events::starts),
            PARTITION
                    .counter("slurm_job_requeues_total")
                    .help("Requeues of jobs.")
                    .value(Events::requeues),
            PARTITION
                    .counter("slurm_job_ends_total")
                    .help("Ended jobs, by state.")
                    .by(END_STATE)
                    .value((events, state) -> events.ends().getOrDefault(state, 0L)),
            SIZE.secondsCounter("slurm_job_wait_by_size_seconds_total")
                    .help("Wait times of all started jobs, by requested GPUs.")
                    .by(JOB_SIZE)
                    .value((counts, size) -> of(counts, size).waitSeconds()),
            SIZE.secondsCounter("slurm_job_run_by_size_seconds_total")
                    .help("Run times of all ended runs, by requested GPUs; lost work is included.")
                    .by(JOB_SIZE)
                    .value((counts, size) -> of(counts, size).runSeconds()),
            SIZE.counter("slurm_job_interruptions_total")
                    .help("Runs that ended with a node failure, a requeue or a preemption, by requested GPUs.")
                    .by(INTERRUPTION)
                    .value((counts, key) -> of(counts, key.size).of(key.cause)));

    private static SizeCounts of(Map<JobSize, SizeCounts> counts, JobSize size) {
        return Objects.requireNonNull(counts.get(size), "a size class has no counts");
    }

    private static Scope<LifeMetrics, Map.Entry<Queue, Histogram>> eachQueue(
            Function<LifeCounts, SortedMap<Queue, Histogram>> seconds) {
        return CLUSTER.each(
                        "pair of partition and QOS with jobs, up to `metrics.queues`, and `other` per partition",
                        metrics -> seconds.apply(metrics.counts).entrySet())
                .by("partition", queue -> queue.getKey().partition())
                .by("qos", queue -> queue.getKey().qos());
    }

    @Override
    public void forEach(MetricVisitor visitor) {
        SECTION.emit(this, visitor);
        int queues = counts.foldedQueues();
        int accounts = counts.foldedAccounts();
        new SeriesOverLimit(cluster, Map.of(Kind.QUEUE, queues, Kind.ACCOUNT_WAIT, accounts)).forEach(visitor);
    }

    /**
     * The metrics of ended jobs on each node, and of black holes.
     *
     * @param counts job ends by node
     */
    public record OnNodes(String cluster, SortedMap<String, Counts> counts, List<BlackHole> blackHoles) {

        /**
         * Kinds of job ends that are published even if their count is 0. Other kinds are rare, and are published only
         * if their count is above 0.
         */
        private static final Set<End> ALWAYS = Set.of(
                new End(JobState.COMPLETED, false),
                new End(JobState.FAILED, false),
                new End(JobState.FAILED, true),
                new End(JobState.NODE_FAIL, false));

        private static final ClosedLabels<End> END = ClosedLabels.of(
                        "state",
                        Arrays.stream(JobState.values())
                                .filter(JobState::end)
                                .flatMap(state -> Stream.of(new End(state, false), new End(state, true)))
                                .toList(),
                        end -> end.state().label())
                .by("quick", end -> Boolean.toString(end.quick()))
                .showing(ALWAYS::contains);

        private static final Scope<OnNodes, OnNodes> CLUSTER = Scope.cluster(OnNodes::cluster);
        private static final Scope<OnNodes, Counts> NODE = CLUSTER.eachEntry(
                "node, of up to `metrics.nodes`",
                "node",
                metrics -> metrics.counts().entrySet());
        private static final Scope<OnNodes, BlackHole> BLACK_HOLE =
                CLUSTER.each("black hole, up to 100", OnNodes::blackHoles).by("node", BlackHole::node);

        public static final Section<OnNodes> SECTION = Section.of(
                "Jobs on each node",
                SlurmSource.JOBS.label(),
                "Counted as in [Job life](#job-life), for the first `metrics.nodes` nodes; a job counts on each of its "
                        + "nodes. `quick` is `true` or `false`. Only a current [black hole](#black-holes) has series.",
                NODE.counter("slurm_compute_node_job_ends_total")
                        .help("Ended jobs on a node, by state and by whether they ended within 60 seconds.")
                        .by(END)
                        .value(Counts::of),
                NODE.counter("slurm_compute_node_job_requeues_total")
                        .help("Runs on a node that ended with a requeue of the job.")
                        .value(Counts::requeues),
                BLACK_HOLE
                        .gauge("slurm_node_black_hole")
                        .help(
                                "Jobs that failed within 60 seconds on a node where no job succeeds, while other jobs of their users do not fail elsewhere.")
                        .value(hole -> hole.jobs().size()),
                BLACK_HOLE
                        .gauge("slurm_node_black_hole_users")
                        .help("Users of the jobs in slurm_node_black_hole.")
                        .value(BlackHole::users));
    }
}
