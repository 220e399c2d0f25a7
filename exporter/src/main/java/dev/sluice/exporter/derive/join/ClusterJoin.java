package dev.sluice.exporter.derive.join;

import dev.sluice.exporter.derive.scaling.pool.FixedNodes;
import dev.sluice.exporter.derive.scaling.pool.Pool;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.cluster.ClusterSnapshot;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot;
import dev.sluice.exporter.model.kubernetes.NodeSet;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.kubernetes.SlurmdPod;
import dev.sluice.exporter.model.node.Node;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * What Slurm and Kubernetes know of one cluster, put together. What has not been read is missing here too; it is never
 * taken for absent.
 *
 * @param nodes Slurm's nodes by name
 * @param unregistered pods that are there to stay and have no Slurm node yet
 * @param mismatches what Slurm and Kubernetes do not agree about, nodes first, in order
 * @param fixed the nodes of no NodeSet, like ones together
 * @param pools one scaling target for each NodeSet, in order of name
 */
public record ClusterJoin(
        SortedMap<String, JoinedNode> nodes,
        List<SlurmdPod> unregistered,
        List<Mismatch> mismatches,
        List<FixedNodes> fixed,
        List<Pool> pools) {

    public ClusterJoin {
        nodes = Collections.unmodifiableSortedMap(nodes);
        unregistered = List.copyOf(unregistered);
        mismatches = List.copyOf(mismatches);
        fixed = List.copyOf(fixed);
        pools = List.copyOf(pools);
    }

    /**
     * Joins two observations.
     *
     * @param overrides what the configuration says about NodeSets
     */
    public static ClusterJoin of(
            ClusterSnapshot slurm, KubernetesSnapshot kubernetes, Map<ObjectName, PoolOverride> overrides) {
        List<Node> known = slurm.nodes().map(Observed::value).orElse(List.of());
        NodeJoiner joiner = new NodeJoiner(known, kubernetes);
        SortedMap<String, JoinedNode> nodes = joiner.join(known);
        List<SlurmdPod> unregistered = slurm.nodes().isPresent() ? joiner.unregistered(nodes.values()) : List.of();
        List<NodeSet> sets = kubernetes.nodeSets().toList();
        SortedMap<String, SortedSet<PoolName>> byPartition = new PartitionSets(slurm.cluster(), sets, nodes)
                .of(slurm.partitions().map(Observed::value).orElse(List.of()));
        List<Pool> pools = new Pools(slurm, kubernetes, overrides, nodes.values(), unregistered).of(sets, byPartition);
        return new ClusterJoin(
                nodes,
                unregistered,
                joiner.mismatches(nodes.values(), unregistered),
                Shapes.fixed(nodes.values()),
                pools);
    }
}
