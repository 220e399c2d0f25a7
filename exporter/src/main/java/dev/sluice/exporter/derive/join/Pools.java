package dev.sluice.exporter.derive.join;

import dev.sluice.exporter.derive.scaling.pool.Member;
import dev.sluice.exporter.derive.scaling.pool.NodeShape;
import dev.sluice.exporter.derive.scaling.pool.Pool;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.model.cluster.ClusterSnapshot;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot;
import dev.sluice.exporter.model.kubernetes.NodeSet;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.kubernetes.ScalingMode;
import dev.sluice.exporter.model.kubernetes.SlurmdPod;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/** Creates the scaling targets of NodeSets. */
final class Pools {

    private final ClusterSnapshot slurm;
    private final KubernetesSnapshot kubernetes;
    private final Map<ObjectName, PoolOverride> overrides;
    private final Map<PoolName, List<JoinedNode>> nodes = new HashMap<>();
    private final Map<NodeSetIndex.Key, List<SlurmdPod>> unregistered = new HashMap<>();

    Pools(
            ClusterSnapshot slurm,
            KubernetesSnapshot kubernetes,
            Map<ObjectName, PoolOverride> overrides,
            Collection<JoinedNode> joined,
            List<SlurmdPod> unregistered) {
        this.slurm = slurm;
        this.kubernetes = kubernetes;
        this.overrides = overrides;
        for (JoinedNode node : joined) {
            node.nodeSet()
                    .ifPresent(set -> nodes.computeIfAbsent(nameOf(set), unused -> new ArrayList<>())
                            .add(node));
        }
        for (SlurmdPod pod : unregistered) {
            this.unregistered
                    .computeIfAbsent(
                            new NodeSetIndex.Key(pod.system(), pod.namespace(), pod.nodeSet()),
                            unused -> new ArrayList<>())
                    .add(pod);
        }
    }

    private PoolName nameOf(NodeSet set) {
        return PartitionSets.nameOf(slurm.cluster(), set);
    }

    /** Returns one scaling target for each NodeSet, ordered by name. */
    List<Pool> of(List<NodeSet> sets, SortedMap<String, SortedSet<PoolName>> byPartition) {
        List<Pool> pools = new ArrayList<>();
        for (NodeSet set : sets) {
            Set<String> partitions = new TreeSet<>();
            byPartition.forEach((partition, names) -> {
                if (names.contains(nameOf(set))) {
                    partitions.add(partition);
                }
            });
            pools.add(pool(set, partitions));
        }
        pools.sort((one, other) -> one.name().compareTo(other.name()));
        return pools;
    }

    private Pool pool(NodeSet set, Set<String> partitions) {
        PoolName name = nameOf(set);
        List<JoinedNode> joined = nodes.getOrDefault(name, List.of());
        List<Member> members = new ArrayList<>();
        joined.forEach(node -> members.add(Membership.of(node, set)));
        unregistered
                .getOrDefault(new NodeSetIndex.Key(set.system(), set.namespace(), set.name()), List.of())
                .forEach(pod -> members.add(Membership.of(pod)));
        PoolOverride override = overrides.getOrDefault(new ObjectName(set.namespace(), set.name()), PoolOverride.NONE);
        long replicas = replicas(set, members);
        Limits limits = Limits.of(set, kubernetes, override, replicas);
        List<NodeShape> shapes = override.shape().map(List::of).orElseGet(() -> Shapes.of(set, joined));
        return new Pool(
                name,
                partitions,
                shapes,
                limits.min(),
                limits.max(),
                replicas,
                members,
                notScalable(set, limits),
                override.cost().orElse(0),
                set.system().removesIdleFirst() ? Pool.Removal.IDLE_FIRST : Pool.Removal.HIGHEST_ORDINAL,
                limits.paused());
    }

    private static long replicas(NodeSet set, List<Member> members) {
        long live = members.stream()
                .filter(member -> member.condition() != Member.Condition.GHOST)
                .count();
        OptionalInt said =
                set.scalingMode() == ScalingMode.DAEMON_SET ? set.status().desired() : set.replicas();
        OptionalInt counted = said.isPresent() ? said : set.status().replicas();
        return counted.isPresent() ? counted.getAsInt() : live;
    }

    private Optional<String> notScalable(NodeSet set, Limits limits) {
        if (set.system().fixedSize().isPresent()) {
            return set.system().fixedSize();
        }
        if (set.ephemeral()) {
            return Optional.of("Slurm's power saving starts and stops its nodes (ephemeral)");
        }
        if (set.scalingMode() == ScalingMode.DAEMON_SET) {
            return Optional.of("in mode DaemonSet its machines decide how many nodes it has, not its replicas");
        }
        KubernetesSnapshot.SystemView view = kubernetes.systems().get(set.system());
        if (slurm.nodes().isEmpty()) {
            return Optional.of("Slurm's nodes have not been read");
        }
        if (view == null || view.pods().isEmpty()) {
            return Optional.of("its pods have not been read");
        }
        if (!limits.known()
                && (kubernetes.hpas().isEmpty() || kubernetes.scaledObjects().isEmpty())) {
            return Optional.of(
                    "HorizontalPodAutoscalers and ScaledObjects have not been read, its maximum is not known");
        }
        return limits.known()
                ? Optional.empty()
                : Optional.of("no HorizontalPodAutoscaler, ScaledObject or configuration sets its maximum");
    }
}
