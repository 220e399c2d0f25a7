package dev.sluice.exporter.metrics.cluster;

import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.derive.gpu.GpuAmounts.GpuOwner;
import dev.sluice.exporter.derive.gpu.MachineGpus;
import dev.sluice.exporter.derive.gpu.PoolGpus;
import dev.sluice.exporter.metrics.cluster.SeriesOverLimit.Kind;
import dev.sluice.exporter.metrics.family.ClosedLabels;
import dev.sluice.exporter.metrics.family.MetricBatch;
import dev.sluice.exporter.metrics.family.MetricVisitor;
import dev.sluice.exporter.metrics.family.Scope;
import dev.sluice.exporter.metrics.family.Section;
import java.util.List;
import java.util.Map;

/**
 * The metrics of the GPUs of Kubernetes nodes, by owner.
 *
 * @param shown machines that have series
 * @param pools sums over the machines of each pool
 */
public record MachineMetrics(String cluster, SeriesBudget.Kept<MachineGpus> shown, List<PoolGpus> pools)
        implements MetricBatch {

    private static final ClosedLabels<GpuOwner> OWNER = ClosedLabels.of("owner", GpuOwner.values());
    private static final Scope<MachineMetrics, MachineMetrics> CLUSTER =
            Scope.<MachineMetrics>of("cluster with `kubernetes.machineGpus`").by("cluster", MachineMetrics::cluster);
    private static final Scope<MachineMetrics, PoolGpus> POOL_RESOURCE = CLUSTER.each(
                    "GPU resource of a pool", MachineMetrics::pools)
            .by("pool", PoolGpus::pool)
            .by("resource", PoolGpus::resource);

    public static final Section<MachineMetrics> SECTION = Section.of(
            "GPUs of Kubernetes nodes",
            "kube-gpu-pods",
            "Only with `kubernetes.machineGpus.enabled`. `resource` is `nvidia.com/gpu`, `google.com/tpu` or similar; `pool` is the "
                    + "node pool, else the instance type, else `none`. All [owners](#owners-of-gpus) add up to "
                    + "`status.capacity`, and all except `broken` to `status.allocatable`.",
            CLUSTER.each(
                            "GPU resource of a machine, up to `kubernetes.machineGpus.machines`",
                            metrics -> metrics.shown().kept())
                    .by("kube_node", MachineGpus::kubeNode)
                    .by("pool", MachineGpus::pool)
                    .by("resource", MachineGpus::resource)
                    .gauge("slurm_machine_gpus")
                    .help("GPUs of a Kubernetes node, by owner.")
                    .by(OWNER)
                    .value((gpus, owner) -> gpus.amounts().of(owner)),
            POOL_RESOURCE
                    .gauge("slurm_machine_pool_gpus")
                    .help("GPUs of all Kubernetes nodes of a pool, by owner.")
                    .by(OWNER)
                    .value((gpus, owner) -> gpus.amounts().of(owner)),
            POOL_RESOURCE
                    .eachPart(
                            "namespace with such pods",
                            gpus -> gpus.amounts().byNamespace().entrySet())
                    .by("namespace", Map.Entry::getKey)
                    .gauge("slurm_machine_pool_namespace_gpus")
                    .help("GPUs of owner other_pod, by namespace of the pods.")
                    .value(Map.Entry::getValue));

    @Override
    public void forEach(MetricVisitor visitor) {
        SECTION.emit(this, visitor);
        new SeriesOverLimit(cluster, Map.of(Kind.MACHINE, shown.folded().size())).forEach(visitor);
    }
}
