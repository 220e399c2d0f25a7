package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.derive.scaling.need.UnsatisfiableCause;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.model.kubernetes.ScaleLimit;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/**
 * The desired size of one pool.
 *
 * @param desired desired number of nodes
 * @param min minimum number of nodes
 * @param max maximum number of nodes
 * @param replicas current replicas setting
 * @param busy nodes with jobs, including draining nodes
 * @param idle empty nodes that accept jobs
 * @param starting pods whose node has not registered yet
 * @param draining nodes that accept no further jobs, including busy nodes, by owner of the drain
 * @param unusable pods whose node is empty and unavailable, by kind of the reason
 * @param ghosts node records without a pod
 * @param pendingNodes nodes that jobs need in addition to the busy nodes: idle, starting or not created yet
 * @param pendingJobs pending jobs (array tasks) by class, each in one pool; a class without jobs has no entry
 * @param unsatisfiable unsatisfiable jobs (array tasks) by cause
 * @param blockedJobs eligible jobs (array tasks) that do not fit below the maximum until other jobs end
 * @param notScalable why the number of nodes cannot be set, so that {@code desired} equals {@code replicas}; empty if
 *     the number can be set
 * @param paused directions in which the autoscaler is paused, so that it does not follow {@code desired}
 * @param reasons short sentences that explain the desired size
 */
public record PoolDemand(
        PoolName pool,
        long desired,
        long min,
        long max,
        long replicas,
        long busy,
        long idle,
        long starting,
        SortedMap<String, Long> draining,
        SortedMap<String, Long> unusable,
        long ghosts,
        long pendingNodes,
        Map<PendingClass, Long> pendingJobs,
        Map<UnsatisfiableCause, Long> unsatisfiable,
        long blockedJobs,
        Optional<String> notScalable,
        Set<ScaleLimit.Direction> paused,
        List<String> reasons) {

    public PoolDemand {
        draining = Collections.unmodifiableSortedMap(draining);
        unusable = Collections.unmodifiableSortedMap(unusable);
        pendingJobs = Collections.unmodifiableMap(pendingJobs);
        unsatisfiable = Collections.unmodifiableMap(unsatisfiable);
        paused = Set.copyOf(paused);
        reasons = List.copyOf(reasons);
    }

    /** Returns the number of nodes that accept no further jobs. */
    public long drainingNodes() {
        return sum(draining);
    }

    /** Returns the number of empty and unavailable nodes. */
    public long unusableNodes() {
        return sum(unusable);
    }

    private static long sum(SortedMap<String, Long> parts) {
        return parts.values().stream().mapToLong(Long::longValue).sum();
    }
}
