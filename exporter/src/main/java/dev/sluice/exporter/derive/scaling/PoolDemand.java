package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.derive.scaling.need.UnsatisfiableCause;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * How many nodes one pool should have.
 *
 * @param pool the pool
 * @param desired how many it should have
 * @param min the least
 * @param max the most
 * @param replicas how many are asked for now
 * @param busy nodes with jobs, those that drain too
 * @param idle empty nodes that take work
 * @param starting pods whose node has not registered yet
 * @param draining nodes that are to take no further job, busy ones too, by who said so
 * @param unusable pods whose node is empty and cannot take work, by the class of the reason
 * @param ghosts records of nodes without a pod
 * @param pendingNodes nodes beyond the busy ones that jobs need: idle, starting or not there yet
 * @param pendingJobs jobs (array tasks) that wait, each in one pool, by class; a class without jobs is absent
 * @param unsatisfiable the unsatisfiable ones of them by cause
 * @param blockedJobs eligible jobs (array tasks) for which there is no room below the maximum while others run
 * @param notScalable why nobody may set its number, so that {@code desired} is {@code replicas}; empty where it can be
 * @param reasons why, in short sentences
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
        List<String> reasons) {

    public PoolDemand {
        draining = Collections.unmodifiableSortedMap(draining);
        unusable = Collections.unmodifiableSortedMap(unusable);
        pendingJobs = Collections.unmodifiableMap(pendingJobs);
        unsatisfiable = Collections.unmodifiableMap(unsatisfiable);
        reasons = List.copyOf(reasons);
    }

    /** All nodes that are to take no further job. */
    public long drainingNodes() {
        return sum(draining);
    }

    /** All nodes that cannot take work. */
    public long unusableNodes() {
        return sum(unusable);
    }

    private static long sum(SortedMap<String, Long> parts) {
        return parts.values().stream().mapToLong(Long::longValue).sum();
    }
}
