package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.derive.scaling.pool.MemberCounts;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.derive.scaling.pool.UnsatisfiableCause;
import dev.sluice.exporter.model.kubernetes.ScaleLimit;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The desired size of one pool.
 *
 * @param desired desired number of nodes
 * @param min minimum number of nodes
 * @param max maximum number of nodes
 * @param replicas current replicas setting
 * @param nodes numbers of nodes by condition
 * @param pendingNodes nodes that jobs need in addition to the busy nodes: idle, starting or not created yet
 * @param pendingJobs pending jobs (array tasks) by class, each in one pool; a class without jobs has no entry
 * @param unsatisfiable unsatisfiable jobs (array tasks) by cause
 * @param blockedJobs eligible jobs (array tasks) that do not fit below the maximum until other jobs end
 * @param notScalable why the number of nodes cannot be set, so that {@code desired} equals {@code replicas}; empty if
 *     the number can be set
 * @param paused directions in which the autoscaler is paused, so that it does not follow {@code desired}
 * @param reasons short sentences that explain the desired size, without IDs of jobs: a reader can see the sentences,
 *     but not the jobs of others
 */
public record PoolDemand(
        PoolName pool,
        long desired,
        long min,
        long max,
        long replicas,
        MemberCounts nodes,
        long pendingNodes,
        Map<PendingClass, Long> pendingJobs,
        Map<UnsatisfiableCause, Long> unsatisfiable,
        long blockedJobs,
        Optional<String> notScalable,
        Set<ScaleLimit.Direction> paused,
        List<String> reasons) {

    public PoolDemand {
        pendingJobs = Collections.unmodifiableMap(pendingJobs);
        unsatisfiable = Collections.unmodifiableMap(unsatisfiable);
        paused = Set.copyOf(paused);
        reasons = List.copyOf(reasons);
    }
}
