package dev.sluice.exporter.metrics;

import dev.sluice.exporter.derive.JobSeries;
import dev.sluice.exporter.derive.JobSeries.Placed;
import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.derive.gpu.Finding;
import dev.sluice.exporter.derive.gpu.JobGpus;
import dev.sluice.exporter.derive.gpu.JobGpus.HeldGpu;
import dev.sluice.exporter.derive.gpu.JobGpus.UnmappedReason;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.metrics.SeriesOverLimit.Kind;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** The metrics of each running or suspended job, and of its GPUs. */
public final class JobSeriesMetrics implements MetricBatch {

    private static final String JOIN = """
            `gpu` is Slurm's index of the GPU on the node (`scontrol show job -d`). dcgm-exporter has the same index if
            gres.conf lists all GPUs of the machine in the order of their device files.

            - `reason` `part_of_machine`: the pod has only some of its machine's GPUs; `no_index`: gres.conf has no
              device files.
            - dcgm-exporter does not use Slurm's index of a MIG instance.
            - [alerts/gpus-dcgm.yml](../alerts/gpus-dcgm.yml) joins both exporters on machines for which they count the same
              number of GPUs.
            - Cost: slurmrestd sends 1.5 to 2 times the bytes for each running job.""";

    private static final Scope<JobSeriesMetrics, JobSeriesMetrics> ALL = Scope.cluster(metrics -> metrics.cluster);
    private static final Scope<JobSeriesMetrics, Placed> JOB = ALL.each(
                    "job, only with `metrics.jobs.enabled`, up to `metrics.jobs.budget`",
                    metrics -> metrics.series.jobs())
            .by("job_id", one -> Long.toString(one.job().id()));

    public static final Section<JobSeriesMetrics> SECTION = Section.of(
            "Each job",
            SlurmSource.JOBS.label(),
            "Only with `metrics.jobs.enabled`, up to `metrics.jobs.budget` series: most GPUs first, then most "
                    + "CPUs, then oldest.",
            JOB.by("array_job_id", JobSeriesMetrics::arrayJobId)
                    .by("user", (metrics, one) -> metrics.user(one.job()))
                    .by("account", (metrics, one) -> metrics.account(one.job()))
                    .by("partition", one -> String.join(",", one.job().partitions()))
                    .by("qos", one -> one.job().owner().qos())
                    .by("origin", one -> one.job().origin().kind().label())
                    .info("slurm_job_info")
                    .help("User, account, partition, QOS and origin of a running or suspended job; array_job_id only "
                            + "for array tasks.")
                    .value(unused -> 1),
            JOB.seconds("slurm_job_start_timestamp_seconds")
                    .help("Start of a running or suspended job.")
                    .value(one -> one.job().times().startedAt()),
            JOB.seconds("slurm_job_time_limit_seconds")
                    .help("Time limit of a running or suspended job; absent without a limit.")
                    .optional(one -> DoubleStream.of(one.job().times().limit()).filter(limit -> limit > 0)),
            JOB.eachPart("node", JobSeriesMetrics::nodes)
                    .by("node", OnNode::name)
                    .by(
                            "namespace",
                            node -> node.pod().map(ObjectName::namespace).orElse(""))
                    .by("pod", node -> node.pod().map(ObjectName::name).orElse(""))
                    .by("kube_node", OnNode::kubeNode)
                    .gauge("slurm_job_node")
                    .help("1 per node of a running or suspended job, with its pod and Kubernetes node.")
                    .value(node -> 1),
            JOB.eachPart(
                            "finding",
                            (metrics, one) ->
                                    metrics.findings.getOrDefault(one.job().id(), List.of()))
                    .by("finding", Finding.Code::label)
                    .gauge("slurm_job_finding")
                    .help("1 per kind of waste of a running or suspended job, as in /api/v1/waste.")
                    .value(finding -> 1));

    public static final Section<JobSeriesMetrics> GPUS = Section.of(
            "GPUs of each job",
            SlurmSource.JOBS.label(),
            "Only with `metrics.jobs.enabled`, up to `metrics.jobs.gpuBudget` series: most GPUs first, a "
                    + "job with all of its GPUs or none. " + JOIN,
            ALL.each("GPU of a job, up to `metrics.jobs.gpuBudget`", metrics -> metrics.gpus.held())
                    .by("job_id", gpu -> Long.toString(gpu.job().id()))
                    .by("user", (metrics, gpu) -> metrics.user(gpu.job()))
                    .by("account", (metrics, gpu) -> metrics.account(gpu.job()))
                    .by("partition", gpu -> String.join(",", gpu.job().partitions()))
                    .by("node", gpu -> gpu.node())
                    .by("kube_node", gpu -> OnNode.of(gpu).kubeNode())
                    .by("pod", gpu -> OnNode.of(gpu).pod().map(ObjectName::name).orElse(""))
                    .by("gpu_type", gpu -> GpuCounts.label(gpu.unit().type()))
                    .by("gpu", gpu -> Integer.toString(gpu.unit().index()))
                    .gauge("slurm_job_gpu")
                    .help("1 per GPU or MIG instance of a running or suspended job; for a job with shards, its "
                            + "part of the GPU's shards.")
                    .value(gpu -> gpu.unit().share()),
            ALL.each("cluster with `metrics.jobs.enabled`", List::of)
                    .gauge("slurm_job_unmapped_gpus")
                    .help("GPUs of jobs without a known index on the machine, by reason.")
                    .by(ClosedLabels.of("reason", UnmappedReason.values()))
                    .value((all, reason) -> all.gpus.unmapped().getOrDefault(reason, 0L)));

    private final String cluster;
    private final Map<Long, List<Finding.Code>> findings;
    private final Map<String, JoinedNode> nodes;
    private final SeriesBudget budget;
    private final JobSeries series;
    private final JobGpus gpus;

    /**
     * @param findings findings by job ID
     * @param nodes nodes with their pods and Kubernetes nodes; a missing node has no pod and no Kubernetes node
     * @param budget numbers of series, and rules for the names in labels
     */
    public JobSeriesMetrics(
            String cluster,
            List<Job> jobs,
            Map<Long, List<Finding.Code>> findings,
            Collection<JoinedNode> nodes,
            SeriesBudget budget) {
        this.cluster = cluster;
        this.findings = findings;
        this.nodes = nodes.stream()
                .collect(Collectors.toMap(node -> node.node().name(), Function.identity(), (first, second) -> first));
        this.budget = budget;
        this.series = JobSeries.of(
                jobs, job -> findings.getOrDefault(job.id(), List.of()).size(), budget);
        this.gpus = JobGpus.of(budget.gpuSeries() > 0 ? jobs : List.of(), this.nodes, budget);
    }

    private record OnNode(Job job, String name, Optional<JoinedNode> joined) {

        static OnNode of(HeldGpu gpu) {
            return new OnNode(gpu.job(), gpu.node(), gpu.joined());
        }

        /**
         * Returns the pod in which the job's processes run: the slurmd pod of the node, or the pod of an external job.
         * Slurm does not report on which nodes the pods of an external job run, so the pod is unknown if the job has
         * several pods.
         */
        Optional<ObjectName> pod() {
            if (!job.origin().external()) {
                return joined.flatMap(JoinedNode::pod).map(pod -> new ObjectName(pod.namespace(), pod.name()));
            }
            List<String> pods = job.origin().pods();
            String[] names = pods.size() == 1 && job.origin().podsLeftOut() == 0
                    ? pods.get(0).split("/", 2)
                    : new String[0];
            return names.length == 2 ? Optional.of(new ObjectName(names[0], names[1])) : Optional.empty();
        }

        String kubeNode() {
            return joined.map(NodeMetrics::kubeNode).orElse("");
        }
    }

    private List<OnNode> nodes(Placed placed) {
        return placed.nodes().stream()
                .map(name -> new OnNode(placed.job(), name, Optional.ofNullable(nodes.get(name))))
                .toList();
    }

    private String user(Job job) {
        return budget.userNames().apply(job.owner().user());
    }

    private String account(Job job) {
        return budget.accountNames().apply(job.owner().account());
    }

    private static String arrayJobId(Placed one) {
        long id = one.job().array().jobId();
        return id == 0 ? "" : Long.toString(id);
    }

    @Override
    public void forEach(MetricVisitor visitor) {
        SECTION.emit(this, visitor);
        new SeriesOverLimit(cluster, Map.of(Kind.JOB, series.folded())).forEach(visitor);
        if (budget.gpuSeries() > 0) {
            GPUS.emit(this, visitor);
            new SeriesOverLimit(cluster, Map.of(Kind.JOB_GPU, gpus.folded())).forEach(visitor);
        }
    }
}
