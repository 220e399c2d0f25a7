package dev.sluice.exporter.metrics.cluster;

import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.derive.gpu.JobGpus;
import dev.sluice.exporter.derive.gpu.JobGpus.HeldGpu;
import dev.sluice.exporter.derive.gpu.JobGpus.UnmappedReason;
import dev.sluice.exporter.metrics.family.ClosedLabels;
import dev.sluice.exporter.metrics.family.MetricBatch;
import dev.sluice.exporter.metrics.family.MetricVisitor;
import dev.sluice.exporter.metrics.family.Scope;
import dev.sluice.exporter.metrics.family.Section;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.SlurmSource;
import java.util.List;
import java.util.Map;

/**
 * The metrics of each job's GPUs.
 *
 * @param budget rules for the names in labels
 */
public record JobGpuMetrics(String cluster, JobGpus gpus, SeriesBudget budget) implements MetricBatch {

    private static final String JOIN = """
            `gpu` is Slurm's index of the GPU on the node (`scontrol show job -d`). dcgm-exporter has the same index if
            gres.conf lists all GPUs of the machine in the order of their device files.

            - `reason` `part_of_machine`: the pod has only some of its machine's GPUs; `no_index`: gres.conf has no
              device files.
            - dcgm-exporter does not use Slurm's index of a MIG instance.
            - [alerts/gpus-dcgm.yml](../alerts/gpus-dcgm.yml) joins both exporters on machines for which they count the same
              number of GPUs.
            - Cost: slurmrestd sends 1.5 to 2 times the bytes for each running job.""";

    private static final Scope<JobGpuMetrics, JobGpuMetrics> ALL = Scope.cluster(JobGpuMetrics::cluster);

    public static final Section<JobGpuMetrics> SECTION = Section.of(
            "GPUs of each job",
            SlurmSource.JOBS.label(),
            "Only with `metrics.jobs.enabled`, up to `metrics.jobs.gpuBudget` series: most GPUs first, a "
                    + "job with all of its GPUs or none. " + JOIN,
            ALL.each("GPU of a job, up to `metrics.jobs.gpuBudget`", JobGpuMetrics::held)
                    .by("job_id", one -> Long.toString(one.gpu.job().id()))
                    .by(
                            "user",
                            one -> one.budget
                                    .userNames()
                                    .apply(one.gpu.job().owner().user()))
                    .by(
                            "account",
                            one -> one.budget
                                    .accountNames()
                                    .apply(one.gpu.job().owner().account()))
                    .by("partition", one -> String.join(",", one.gpu.job().partitions()))
                    .by("node", one -> one.gpu.node())
                    .by(
                            "kube_node",
                            one -> one.gpu.joined().map(NodeMetrics::kubeNode).orElse(""))
                    .by("pod", one -> one.pod().name())
                    .by("gpu_type", one -> GpuCounts.label(one.gpu.unit().type()))
                    .by("gpu", one -> Integer.toString(one.gpu.unit().index()))
                    .gauge("slurm_job_gpu")
                    .help("1 per GPU or MIG instance of a running or suspended job; for a job with shards, its "
                            + "part of the GPU's shards.")
                    .value(one -> one.gpu.unit().share()),
            ALL.each("cluster with `metrics.jobs.enabled`", List::of)
                    .gauge("slurm_job_unmapped_gpus")
                    .help("GPUs of jobs without a known index on the machine, by reason.")
                    .by(ClosedLabels.of("reason", UnmappedReason.values()))
                    .value((all, reason) -> all.gpus.unmapped().getOrDefault(reason, 0L)));

    private record OneGpu(HeldGpu gpu, SeriesBudget budget) {

        JobPod pod() {
            return gpu.joined().map(node -> JobPod.of(gpu.job(), node)).orElseGet(() -> JobPod.outside(gpu.job()));
        }
    }

    private List<OneGpu> held() {
        return gpus.held().stream().map(gpu -> new OneGpu(gpu, budget)).toList();
    }

    @Override
    public void forEach(MetricVisitor visitor) {
        SECTION.emit(this, visitor);
        new SeriesOverLimit(cluster, Map.of(SeriesOverLimit.Kind.JOB_GPU, gpus.folded())).forEach(visitor);
    }
}
