package dev.sluice.exporter.derive.join;

import dev.sluice.exporter.derive.scaling.pool.FixedNodes;
import dev.sluice.exporter.derive.scaling.pool.Pool;
import dev.sluice.exporter.model.Labeled;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.cluster.ClusterSnapshot;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.kubernetes.SlurmdPod;
import dev.sluice.exporter.model.node.Node;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * The joined Slurm and Kubernetes snapshots of one cluster. Data that has not been read is missing from the join.
 * Missing data does not mean that the objects do not exist.
 *
 * @param nodes Slurm's nodes by name
 * @param unregistered live pods without a Slurm node
 * @param mismatches mismatches between Slurm and Kubernetes, nodes first, in order
 * @param fixed nodes outside NodeSets, grouped by partitions and shape
 * @param pools one scaling target for each NodeSet, ordered by name
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
     * Joins two snapshots.
     *
     * @param overrides configured values of NodeSets
     */
    public static ClusterJoin of(
            ClusterSnapshot slurm, KubernetesSnapshot kubernetes, Map<ObjectName, PoolOverride> overrides) {
        List<Node> known = slurm.nodes().map(Observed::value).orElse(List.of());
        NodeJoiner joiner = new NodeJoiner(known, kubernetes);
        SortedMap<String, JoinedNode> nodes = joiner.join(known);
        List<SlurmdPod> unregistered = slurm.nodes().isPresent() ? joiner.unregistered(nodes.values()) : List.of();
        return new ClusterJoin(
                nodes,
                unregistered,
                joiner.mismatches(nodes.values(), unregistered),
                Pools.fixed(nodes.values()),
                new Pools(slurm, kubernetes, overrides, nodes, unregistered)
                        .of(kubernetes.nodeSets().toList()));
    }

    /** The kind of a mismatch between Slurm and Kubernetes. */
    public enum Mismatch implements Labeled {
        /** The pod is ready, and the pod's Slurm node is down or does not respond. */
        POD_READY_NODE_DOWN,
        /** The node has jobs or could start jobs, and the node's pod is not ready. */
        NODE_UP_POD_NOT_READY,
        /** The pod is ready, and Slurm does not know the pod's node. */
        POD_WITHOUT_NODE,
        /**
         * The node has no pod and is no ghost node, although the node belongs to a NodeSet or was created by an
         * operator.
         */
        NODE_WITHOUT_POD
    }
}
