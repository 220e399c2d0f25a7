package dev.sluice.exporter.metrics;

import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.derive.gpu.GpuAmounts.GpuOwner;
import dev.sluice.exporter.derive.gpu.MachineGpus;
import dev.sluice.exporter.derive.gpu.MachineGpus.PoolGpus;
import dev.sluice.exporter.derive.join.ClusterJoin.Mismatch;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.derive.signal.ScalingHistory.Counts;
import dev.sluice.exporter.metrics.ClosedLabels.Part;
import dev.sluice.exporter.metrics.SeriesOverLimit.Kind;
import dev.sluice.exporter.model.Histogram;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot;
import dev.sluice.exporter.model.kubernetes.NodeSet;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.kubernetes.SlurmdPod;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * The metrics of NodeSets in Kubernetes, including scale events and the times that nodes need to start. Includes the
 * metrics of mismatches between Kubernetes and Slurm. NodeSets of different kinds with equal namespace and
 * name have no metrics, because their labels would be ambiguous.
 *
 * @param unschedulable number of unschedulable pods by NodeSet
 * @param complete true if the lists of nodes, pods and NodeSets are complete; if false, metrics that an unreadable
 *     record could change are omitted
 */
public record KubernetesMetrics(
        String cluster,
        List<NodeSet> nodeSets,
        Map<ObjectName, Long> unschedulable,
        List<Mismatch> mismatches,
        SortedMap<PoolName, Counts> history,
        SortedMap<ObjectName, Histogram> starts,
        boolean complete) {

    private static final ClosedLabels<Mismatch> KIND = ClosedLabels.of("kind", Mismatch.values());
    private static final ClosedLabels<Part<Counts>> DIRECTION =
            ClosedLabels.parts("direction", List.of(new Part<>("up", Counts::ups), new Part<>("down", Counts::downs)));

    private static final Scope<KubernetesMetrics, KubernetesMetrics> CLUSTER =
            Scope.<KubernetesMetrics>of("cluster with `kubernetes.enabled`").by("cluster", KubernetesMetrics::cluster);
    private static final Scope<KubernetesMetrics, NodeSet> NODE_SET = CLUSTER.each(
                    "NodeSet", KubernetesMetrics::nodeSets)
            .by("namespace", NodeSet::namespace)
            .by("nodeset", NodeSet::name);
    private static final Scope<KubernetesMetrics, Counts> HISTORY = SignalMetrics.eachNodeSet(
            CLUSTER,
            metrics -> metrics.shown(metrics.history.entrySet().stream()
                    .map(pool -> Map.entry(pool.getKey().objectName(), pool.getValue()))));

    public static final Section<KubernetesMetrics> SECTION = Section.of(
            "NodeSets in Kubernetes",
            "kubernetes",
            "Counters count since Sluice started.",
            NODE_SET.gauge("slurm_nodeset_status_replicas")
                    .help("Pods of the NodeSet, including those to be removed, by its controller.")
                    .reported(set -> set.status().replicas().stream().asDoubleStream()),
            NODE_SET.gauge("slurm_nodeset_ready_replicas")
                    .help("Ready pods of the NodeSet, by its controller.")
                    .reported(set -> set.status().ready().stream().asDoubleStream()),
            SignalMetrics.eachNodeSet(CLUSTER, KubernetesMetrics::unschedulablePods)
                    .gauge("slurm_nodeset_unschedulable_pods")
                    .help("Unschedulable pods of the NodeSet; absent while the list of pods is incomplete.")
                    .value(Long::doubleValue),
            HISTORY.counter("slurm_nodeset_scale_events_total")
                    .help("Changes of the replicas in the NodeSet's spec.")
                    .by(DIRECTION)
                    .value((counts, direction) -> direction.of(counts)),
            HISTORY.counter("slurm_nodeset_busy_drains_total")
                    .help("Nodes with a job that the operator began to drain for removal.")
                    .value(Counts::busyDrains),
            SignalMetrics.eachNodeSet(CLUSTER, metrics -> metrics.shown(metrics.starts.entrySet().stream()))
                    .histogram("slurm_nodeset_start_seconds", Histogram.START_SECONDS)
                    .help("Time from the creation of a pod until Slurm can start jobs on its node, observed at the "
                            + "next response on jobs.")
                    .observed(starts -> starts),
            CLUSTER.gauge("slurm_kubernetes_mismatches")
                    .help("Nodes and pods on which Slurm and Kubernetes disagree; absent while the list of nodes, "
                            + "pods or NodeSets is incomplete.")
                    .by(KIND)
                    .reported((metrics, kind) -> metrics.mismatches(kind)));

    private static ObjectName nameOf(NodeSet set) {
        return new ObjectName(set.namespace(), set.name());
    }

    /** Counts the objects, so that the metrics do not keep them in memory. */
    public static KubernetesMetrics of(
            KubernetesSnapshot kubernetes,
            List<Mismatch> mismatches,
            SortedMap<PoolName, Counts> history,
            SortedMap<ObjectName, Histogram> starts,
            boolean complete) {
        return new KubernetesMetrics(
                kubernetes.cluster(),
                SignalMetrics.distinct(kubernetes.nodeSets().toList(), KubernetesMetrics::nameOf),
                kubernetes
                        .pods()
                        .filter(SlurmdPod::unschedulable)
                        .collect(Collectors.groupingBy(
                                pod -> new ObjectName(pod.namespace(), pod.nodeSet()), Collectors.counting())),
                mismatches,
                history,
                starts,
                complete);
    }

    private List<Map.Entry<ObjectName, Long>> unschedulablePods() {
        return nodeSets.stream()
                .filter(unused -> complete)
                .map(set -> Map.entry(nameOf(set), unschedulable.getOrDefault(nameOf(set), 0L)))
                .toList();
    }

    /** Returns the values of the NodeSets that have metrics. */
    private <T> List<Map.Entry<ObjectName, T>> shown(Stream<Map.Entry<ObjectName, T>> values) {
        Set<ObjectName> names = nodeSets.stream().map(KubernetesMetrics::nameOf).collect(Collectors.toSet());
        return values.filter(set -> names.contains(set.getKey())).toList();
    }

    private DoubleStream mismatches(Mismatch kind) {
        return complete
                ? DoubleStream.of(mismatches.stream().filter(kind::equals).count())
                : DoubleStream.empty();
    }

    /**
     * The metrics of the GPUs of Kubernetes nodes, by owner.
     *
     * @param shown machines that have series
     * @param pools sums over the machines of each pool
     */
    public record Machines(String cluster, SeriesBudget.Kept<MachineGpus> shown, List<PoolGpus> pools)
            implements MetricBatch {

        private static final ClosedLabels<GpuOwner> OWNER = ClosedLabels.of("owner", GpuOwner.values());
        private static final Scope<Machines, Machines> CLUSTER =
                Scope.<Machines>of("cluster with `kubernetes.machineGpus`").by("cluster", Machines::cluster);
        private static final Scope<Machines, PoolGpus> POOL_RESOURCE = CLUSTER.each(
                        "GPU resource of a pool", Machines::pools)
                .by("pool", PoolGpus::pool)
                .by("resource", PoolGpus::resource);

        public static final Section<Machines> SECTION = Section.of(
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
}
