package dev.sluice.exporter.metrics;

import dev.sluice.exporter.derive.join.Mismatch;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.derive.signal.ScalingHistory.Counts;
import dev.sluice.exporter.model.Histogram;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot;
import dev.sluice.exporter.model.kubernetes.NodeSet;
import dev.sluice.exporter.model.kubernetes.NodeSetStatus;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.kubernetes.SlurmdPod;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Function;

/** What Kubernetes says of NodeSets, what happened to them, and where Kubernetes and Slurm do not agree. */
public final class KubernetesMetrics implements MetricBatch {

    private final String cluster;
    private final List<NodeSet> nodeSets;
    private final Map<ObjectName, Long> unschedulable = new HashMap<>();
    private final Map<Mismatch.Kind, Long> mismatches = new EnumMap<>(Mismatch.Kind.class);
    private final SortedMap<PoolName, Counts> history;
    private final SortedMap<ObjectName, Histogram> starts;
    private final boolean complete;

    /**
     * NodeSets of different kinds that share namespace and name have none: nobody could tell whose they are.
     *
     * @param complete whether the lists of nodes, pods and NodeSets are whole; otherwise nothing is said that a record
     *     which could not be read would change
     */
    public KubernetesMetrics(
            KubernetesSnapshot kubernetes,
            List<Mismatch> mismatches,
            SortedMap<PoolName, Counts> history,
            SortedMap<ObjectName, Histogram> starts,
            boolean complete) {
        this.cluster = kubernetes.cluster();
        Set<ObjectName> seen = new HashSet<>();
        Set<ObjectName> shared = new HashSet<>();
        kubernetes.nodeSets().filter(set -> !seen.add(nameOf(set))).forEach(set -> shared.add(nameOf(set)));
        this.nodeSets = kubernetes
                .nodeSets()
                .filter(set -> !shared.contains(nameOf(set)))
                .toList();
        kubernetes
                .pods()
                .filter(SlurmdPod::unschedulable)
                .forEach(pod -> unschedulable.merge(new ObjectName(pod.namespace(), pod.nodeSet()), 1L, Long::sum));
        mismatches.forEach(mismatch -> this.mismatches.merge(mismatch.kind(), 1L, Long::sum));
        this.history = history;
        this.starts = starts;
        this.complete = complete;
    }

    private static ObjectName nameOf(NodeSet set) {
        return new ObjectName(set.namespace(), set.name());
    }

    @Override
    public void forEach(MetricVisitor visitor) {
        status(visitor, NodeSetFamilies.NODESET_STATUS_REPLICAS, NodeSetStatus::replicas);
        status(visitor, NodeSetFamilies.NODESET_READY_REPLICAS, NodeSetStatus::ready);
        if (complete) {
            unschedulable(visitor);
        }
        happened(visitor);
        if (complete) {
            mismatches(visitor);
        }
    }

    private void unschedulable(MetricVisitor visitor) {
        for (NodeSet set : nodeSets) {
            visitor.sample(
                    NodeSetFamilies.NODESET_UNSCHEDULABLE_PODS,
                    unschedulable.getOrDefault(nameOf(set), 0L),
                    cluster,
                    set.namespace(),
                    set.name());
        }
    }

    private void mismatches(MetricVisitor visitor) {
        for (Mismatch.Kind kind : Mismatch.Kind.values()) {
            visitor.sample(
                    NodeSetFamilies.KUBERNETES_MISMATCHES, mismatches.getOrDefault(kind, 0L), cluster, kind.label());
        }
    }

    private void status(MetricVisitor visitor, MetricFamily family, Function<NodeSetStatus, OptionalInt> part) {
        for (NodeSet set : nodeSets) {
            part.apply(set.status())
                    .ifPresent(number -> visitor.sample(family, number, cluster, set.namespace(), set.name()));
        }
    }

    private void happened(MetricVisitor visitor) {
        Set<ObjectName> shown = new HashSet<>();
        nodeSets.forEach(set -> shown.add(nameOf(set)));
        history.forEach((pool, counts) -> {
            if (shown.contains(new ObjectName(pool.namespace(), pool.name()))) {
                scaled(visitor, pool, "up", counts.ups());
                scaled(visitor, pool, "down", counts.downs());
            }
        });
        history.forEach((pool, counts) -> {
            if (shown.contains(new ObjectName(pool.namespace(), pool.name()))) {
                visitor.sample(
                        NodeSetFamilies.NODESET_BUSY_DRAINS,
                        counts.busyDrains(),
                        cluster,
                        pool.namespace(),
                        pool.name());
            }
        });
        starts.forEach((set, seconds) -> {
            if (shown.contains(set)) {
                visitor.histogram(NodeSetFamilies.NODESET_START, seconds, cluster, set.namespace(), set.name());
            }
        });
    }

    private void scaled(MetricVisitor visitor, PoolName pool, String direction, long count) {
        visitor.sample(NodeSetFamilies.NODESET_SCALE_EVENTS, count, cluster, pool.namespace(), pool.name(), direction);
    }
}
