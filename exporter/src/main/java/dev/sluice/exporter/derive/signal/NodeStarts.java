package dev.sluice.exporter.derive.signal;

import dev.sluice.exporter.derive.join.ClusterJoin;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.derive.scaling.pool.Pool;
import dev.sluice.exporter.model.Buckets;
import dev.sluice.exporter.model.Histogram;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.kubernetes.SlurmdPod;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeBaseState;
import dev.sluice.exporter.model.node.NodeFlag;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Measures, by NodeSet, the time from the creation of a pod until Slurm can schedule jobs on the pod's node. Covers the
 * starts since the exporter started. The exporter sees the end of a start only at the next observation. Therefore, a
 * measured time is too long by up to one poll interval. Each pod counts once. Updates come from one thread.
 */
final class NodeStarts {

    private final Set<PodKey> starting = new HashSet<>();
    private final Set<PodKey> done = new HashSet<>();
    private Optional<Instant> before = Optional.empty();
    private volatile SortedMap<ObjectName, Histogram> seconds = Collections.emptySortedMap();

    private record PodKey(String namespace, String name, Instant createdAt) {}

    /**
     * Compares the join with the previous join.
     *
     * @param at time of the join's data
     */
    void observe(ClusterJoin join, Instant at) {
        SortedMap<ObjectName, Histogram> known = new TreeMap<>(seconds);
        for (Pool pool : join.pools()) {
            known.putIfAbsent(pool.name().objectName(), Histogram.empty(Buckets.START_SECONDS));
        }
        Set<PodKey> present = new HashSet<>();
        join.unregistered().forEach(pod -> present.add(starts(pod)));
        for (JoinedNode joined : join.nodes().values()) {
            joined.pod().filter(SlurmdPod::live).ifPresent(pod -> {
                present.add(keyOf(pod));
                if (works(joined.node()) && !joined.starting()) {
                    finish(pod, at, known);
                } else if (!done.contains(keyOf(pod))) {
                    starts(pod);
                }
            });
        }
        starting.retainAll(present);
        done.retainAll(present);
        before = Optional.of(at);
        seconds = Collections.unmodifiableSortedMap(known);
    }

    private PodKey starts(SlurmdPod pod) {
        PodKey key = keyOf(pod);
        if (!done.contains(key)) {
            starting.add(key);
        }
        return key;
    }

    /**
     * If no observation showed a pod as starting, the pod counts only if the pod was created after the previous
     * observation.
     */
    private void finish(SlurmdPod pod, Instant at, Map<ObjectName, Histogram> histograms) {
        PodKey key = keyOf(pod);
        if (!done.add(key)) {
            return;
        }
        boolean seen = starting.remove(key);
        boolean isNew = before.filter(last -> pod.createdAt().isAfter(last)).isPresent();
        if (seen || isNew) {
            double took = Math.max(0, Duration.between(pod.createdAt(), at).toMillis() / 1000.0);
            ObjectName set = new ObjectName(pod.namespace(), pod.nodeSet());
            histograms.put(
                    set,
                    histograms
                            .getOrDefault(set, Histogram.empty(Buckets.START_SECONDS))
                            .plus(took));
        }
    }

    private static boolean works(Node node) {
        boolean busy = node.base() == NodeBaseState.ALLOCATED || node.base() == NodeBaseState.MIXED;
        return (busy || node.state().schedulable())
                && !node.flags().contains(NodeFlag.NOT_RESPONDING)
                && !node.flags().contains(NodeFlag.POWERING_UP);
    }

    private static PodKey keyOf(SlurmdPod pod) {
        return new PodKey(pod.namespace(), pod.name(), pod.createdAt());
    }

    /** Returns whether the pod exists and Slurm has never been able to schedule jobs on its node. */
    boolean isStarting(SlurmdPod pod) {
        return starting.contains(keyOf(pod));
    }

    /** Returns the seconds that nodes needed to start, for all current and past NodeSets. */
    SortedMap<ObjectName, Histogram> seconds() {
        return seconds;
    }
}
