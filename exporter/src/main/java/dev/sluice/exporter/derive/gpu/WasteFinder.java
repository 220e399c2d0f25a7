package dev.sluice.exporter.derive.gpu;

import dev.sluice.exporter.derive.Constraints;
import dev.sluice.exporter.derive.JobSeries;
import dev.sluice.exporter.derive.JobSeries.Placed;
import dev.sluice.exporter.derive.gpu.GpuSlots.Beside;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.cluster.SelectType;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.node.Node;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds running jobs that hold more resources of GPU nodes than they need. */
public final class WasteFinder {

    private final List<Job> jobs;
    private final Map<String, JoinedNode> nodes = new HashMap<>();
    private final Set<String> wholeNodePartitions;
    private final SelectType select;
    private final Beside beside;
    private final SimilarRuns similar;
    private final Instant now;

    /**
     * Compares jobs with their nodes.
     *
     * @param jobs all jobs of the cluster, including ended jobs
     * @param nodes the cluster's nodes; a job with an unknown node gets no finding about nodes
     * @param constraints partitions and SelectType, which determine whether a job shares its nodes
     * @param beside resources that a job needs for each GPU; idle GPUs without these resources are stranded
     */
    public WasteFinder(List<Job> jobs, List<JoinedNode> nodes, Constraints constraints, Beside beside, Instant now) {
        this.jobs = jobs;
        nodes.forEach(node -> this.nodes.put(node.node().name(), node));
        this.wholeNodePartitions = constraints.partitions().stream()
                .filter(Partition::wholeNodes)
                .map(Partition::name)
                .collect(Collectors.toSet());
        this.select = constraints.select();
        this.beside = beside;
        this.similar = new SimilarRuns(jobs);
        this.now = now;
    }

    /** Returns the matching jobs that have GPUs or findings: jobs with findings first, most GPU time first. */
    public List<JobWaste> jobs(Predicate<Job> filter) {
        return JobSeries.running(jobs).stream()
                .filter(placed -> filter.test(placed.job()))
                .map(this::waste)
                .filter(waste -> waste.flagged()
                        || !waste.job().allocation().tres().gpus().isEmpty())
                .sorted(JobWaste.FLAGGED_FIRST)
                .toList();
    }

    /** Returns the codes of the findings by job ID; a job without findings has no entry. */
    public Map<Long, List<Finding.Code>> codes() {
        return jobs(unused -> true).stream()
                .filter(JobWaste::flagged)
                .collect(Collectors.toMap(waste -> waste.job().id(), WasteFinder::codes, (first, second) -> first));
    }

    private static List<Finding.Code> codes(JobWaste waste) {
        return waste.findings().stream().map(Finding::code).toList();
    }

    private JobWaste waste(Placed placed) {
        Job job = placed.job();
        long run = job.times().ranSeconds(now.getEpochSecond());
        List<Finding> findings = Stream.of(onNodes(placed), similar.finding(job, run).stream())
                .flatMap(found -> found)
                .sorted(Comparator.comparing(Finding::code))
                .toList();
        return new JobWaste(
                job, Amounts.product(run, job.allocation().tres().gpus().total()), findings);
    }

    /** Skips suspended jobs, because Slurm gives their CPUs to other jobs. */
    private Stream<Finding> onNodes(Placed placed) {
        Job job = placed.job();
        List<JoinedNode> held =
                placed.nodes().stream().map(nodes::get).filter(Objects::nonNull).toList();
        if (held.isEmpty()
                || held.size() < placed.nodes().size()
                || job.status().base() == JobState.SUSPENDED) {
            return Stream.empty();
        }
        HeldNodes on = new HeldNodes(job, held.stream().map(JoinedNode::node).toList(), select.memory());
        if (hasWholeNodes(job)) {
            return on.wholeNodes().stream();
        }
        return Stream.of(on.shares(), on.spread().stream(), stranded(job, held).stream())
                .flatMap(found -> found);
    }

    private boolean hasWholeNodes(Job job) {
        return job.shape().wholeNodes()
                || select.unit() == SelectType.Unit.NODE
                || !Collections.disjoint(job.partitions(), wholeNodePartitions);
    }

    /**
     * Checks only jobs on one node: on several nodes, the number of the job's CPUs on each node is unknown. A job with
     * shards, or other generic resources, needs a node with GPUs.
     */
    private Optional<Finding> stranded(Job job, List<JoinedNode> held) {
        boolean judged = held.size() == 1
                && held.get(0).takesJobs()
                && job.allocation().tres().gpus().isEmpty()
                && job.shape().placement().gres().isEmpty();
        if (!judged) {
            return Optional.empty();
        }
        Node node = held.get(0).node();
        long freed = GpuSlots.stranded(node, beside)
                - GpuSlots.stranded(node.without(job.allocation().tres()), beside);
        return freed > 0
                ? Optional.of(Finding.of(
                        Finding.Code.STRANDED_GPUS,
                        "holds " + Finding.count(job.allocation().tres().cpus(), "CPU") + " and "
                                + Finding.gibibytes(job.allocation().tres().memoryBytes())
                                + " without a GPU, so that no job can use " + Finding.count(freed, "idle GPU")
                                + " of its node"))
                : Optional.empty();
    }

    /**
     * A running or suspended job with its GPU time and its findings.
     *
     * @param gpuSeconds allocated GPUs multiplied by the current run time, in seconds
     * @param findings the job's findings, in the order of their codes; at most one finding per code
     */
    public record JobWaste(Job job, long gpuSeconds, List<Finding> findings) {

        /** Jobs with findings first; of these and of the others, most GPU time first, then most CPUs. */
        static final Comparator<JobWaste> FLAGGED_FIRST = Comparator.comparing(JobWaste::flagged)
                .thenComparingLong(JobWaste::gpuSeconds)
                .thenComparingLong(waste -> waste.job().allocation().tres().cpus())
                .reversed()
                .thenComparingLong(waste -> waste.job().id());

        public JobWaste {
            findings = List.copyOf(findings);
        }

        public boolean flagged() {
            return !findings.isEmpty();
        }
    }

    /** The run times of ended jobs that slurmctld still reports, for comparison with the time limits of running jobs. */
    private static final class SimilarRuns {

        /** Minimum time limit for a finding. Shorter time limits do not delay other jobs. */
        private static final long MIN_LIMIT_SECONDS = 3600;

        /** Minimum number of similar jobs for a finding. With fewer jobs, low use can be a coincidence. */
        private static final long MIN_JOBS = 3;

        /** A time limit is hardly used if jobs ran for at most 1/{@value} of the limit. */
        private static final long PARTS = 10;

        private final Map<JobKind, RunTimes> runs = new HashMap<>();

        private record JobKind(String user, List<String> partitions, long timeLimit, GpuCounts gpus) {

            static JobKind of(Job job) {
                return new JobKind(
                        job.owner().user(),
                        job.partitions(),
                        job.times().limit(),
                        job.request().gpus());
            }
        }

        private record RunTimes(long jobs, long longestSeconds) {

            RunTimes plus(RunTimes other) {
                return new RunTimes(jobs + other.jobs, Math.max(longestSeconds, other.longestSeconds));
            }
        }

        /**
         * Ignores failed and cancelled jobs, because their run times do not show the need. A timed-out job used its
         * complete time limit.
         */
        SimilarRuns(List<Job> jobs) {
            for (Job job : jobs) {
                boolean counts = job.status().base() == JobState.COMPLETED
                        || job.status().base() == JobState.TIMEOUT;
                if (counts
                        && isComparable(job)
                        && job.times().startedAt() > 0
                        && job.times().endedAt() >= job.times().startedAt()) {
                    runs.merge(
                            JobKind.of(job),
                            new RunTimes(1, job.times().ranSeconds(job.times().endedAt())),
                            RunTimes::plus);
                }
            }
        }

        /**
         * Returns a finding if the job's time limit is long, and the job and similar jobs used only a little of the time
         * limit.
         */
        Optional<Finding> finding(Job job, long runSeconds) {
            if (!isComparable(job)) {
                return Optional.empty();
            }
            return Optional.ofNullable(runs.get(JobKind.of(job)))
                    .filter(similar -> similar.jobs() >= MIN_JOBS)
                    .filter(similar -> Math.max(similar.longestSeconds(), runSeconds) * PARTS
                            <= job.times().limit())
                    .map(similar -> Finding.of(
                            Finding.Code.TIME_LIMIT,
                            "has a time limit of " + Finding.span(job.times().limit()) + ", but " + similar.jobs()
                                    + " completed jobs of the same user, partition, time limit and GPUs ran for at most "
                                    + Finding.span(similar.longestSeconds())));
        }

        private static boolean isComparable(Job job) {
            return !job.owner().user().isEmpty()
                    && job.times().limit() >= MIN_LIMIT_SECONDS
                    && !job.request().gpus().isEmpty();
        }
    }
}
