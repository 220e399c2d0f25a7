package dev.sluice.exporter.metrics.cluster;

import dev.sluice.exporter.derive.JobSeries;
import dev.sluice.exporter.derive.JobSeries.Placed;
import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.derive.waste.FindingCode;
import dev.sluice.exporter.metrics.family.MetricBatch;
import dev.sluice.exporter.metrics.family.MetricVisitor;
import dev.sluice.exporter.metrics.family.Scope;
import dev.sluice.exporter.metrics.family.Section;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.job.Job;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * The metrics of each job.
 *
 * @param nodes nodes with their pods and Kubernetes nodes, by node name; a node that is not in the map has no pod and
 *     no Kubernetes node
 * @param findings findings by job ID
 * @param budget rules for the names in labels
 */
public record JobSeriesMetrics(
        String cluster,
        JobSeries series,
        Map<String, JoinedNode> nodes,
        Map<Long, List<FindingCode>> findings,
        SeriesBudget budget)
        implements MetricBatch {

    private static final Scope<JobSeriesMetrics, OneJob> JOB = Scope.cluster(JobSeriesMetrics::cluster)
            .each("job, only with `metrics.jobs.enabled`, up to `metrics.jobs.budget`", JobSeriesMetrics::jobs)
            .by("job_id", one -> Long.toString(one.job().id()));

    public static final Section<JobSeriesMetrics> SECTION = Section.of(
            "Each job",
            SlurmSource.JOBS.label(),
            "Only with `metrics.jobs.enabled`, up to `metrics.jobs.budget` series: most GPUs first, then most "
                    + "CPUs, then oldest.",
            JOB.by("array_job_id", JobSeriesMetrics::arrayJobId)
                    .by(
                            "user",
                            one -> one.of
                                    .budget
                                    .userNames()
                                    .apply(one.job().owner().user()))
                    .by(
                            "account",
                            one -> one.of
                                    .budget
                                    .accountNames()
                                    .apply(one.job().owner().account()))
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
            JOB.eachPart("node", OneJob::nodes)
                    .by("node", OneNode::name)
                    .by("namespace", node -> node.pod().namespace())
                    .by("pod", node -> node.pod().name())
                    .by(
                            "kube_node",
                            node -> node.joined.map(NodeMetrics::kubeNode).orElse(""))
                    .gauge("slurm_job_node")
                    .help("1 per node of a running or suspended job, with its pod and Kubernetes node.")
                    .value(node -> 1),
            JOB.eachPart("finding", OneJob::findings)
                    .by("finding", FindingCode::label)
                    .gauge("slurm_job_finding")
                    .help("1 per kind of waste of a running or suspended job, as in /api/v1/waste.")
                    .value(finding -> 1));

    public JobSeriesMetrics {
        nodes = Map.copyOf(nodes);
        findings = Map.copyOf(findings);
    }

    private record OneJob(Placed placed, JobSeriesMetrics of) {

        Job job() {
            return placed.job();
        }

        List<OneNode> nodes() {
            return placed.nodes().stream()
                    .map(name -> new OneNode(job(), name, Optional.ofNullable(of.nodes.get(name))))
                    .toList();
        }

        List<FindingCode> findings() {
            return of.findings.getOrDefault(job().id(), List.of());
        }
    }

    private record OneNode(Job job, String name, Optional<JoinedNode> joined) {

        JobPod pod() {
            return joined.map(node -> JobPod.of(job, node)).orElseGet(() -> JobPod.outside(job));
        }
    }

    private List<OneJob> jobs() {
        return series.jobs().stream().map(placed -> new OneJob(placed, this)).toList();
    }

    private static String arrayJobId(OneJob one) {
        return one.job().array().jobId() == 0
                ? ""
                : Long.toString(one.job().array().jobId());
    }

    @Override
    public void forEach(MetricVisitor visitor) {
        SECTION.emit(this, visitor);
        new SeriesOverLimit(cluster, Map.of(SeriesOverLimit.Kind.JOB, series.folded())).forEach(visitor);
    }
}
