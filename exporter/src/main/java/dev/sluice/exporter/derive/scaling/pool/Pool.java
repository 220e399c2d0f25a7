package dev.sluice.exporter.derive.scaling.pool;

import dev.sluice.exporter.model.kubernetes.ScaleLimit;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A scaling target: a set of similar nodes whose number can be set.
 *
 * @param name name of the scaling target
 * @param partitions partitions of its nodes, existing or not
 * @param shapes what one node offers. Several shapes if the nodes differ, smallest first, with the shapes of ghost
 *     nodes last; empty if unknown
 * @param min minimum number of nodes
 * @param max maximum number of nodes
 * @param replicas current replicas setting
 * @param members nodes, including ghost nodes
 * @param notScalable why the number of nodes cannot be set; empty if the number can be set
 * @param cost cost of a node: if two pools suit a job, the job uses the cheaper pool
 * @param removal which nodes are removed first
 * @param paused directions in which the autoscaler is paused
 */
public record Pool(
        PoolName name,
        Set<String> partitions,
        List<NodeShape> shapes,
        long min,
        long max,
        long replicas,
        List<Member> members,
        Optional<String> notScalable,
        long cost,
        Removal removal,
        Set<ScaleLimit.Direction> paused) {

    public Pool {
        partitions = Set.copyOf(partitions);
        shapes = List.copyOf(shapes);
        members = List.copyOf(members);
        paused = Set.copyOf(paused);
    }

    /** Which nodes are removed when the number of replicas decreases. */
    public enum Removal {
        /** The controller selects idle nodes, as slurm-operator does. */
        IDLE_FIRST,
        /** The pod with the highest ordinal is removed first, even if its node is busy, as in a StatefulSet. */
        HIGHEST_ORDINAL
    }
}
