package dev.sluice.exporter.derive.scaling.pool;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One scaling target: a set of like nodes whose number can be set.
 *
 * @param name what names it
 * @param partitions the partitions that its nodes are in, or would be
 * @param shapes what one node offers, the smallest first; several where its nodes differ, those of nodes that are away
 *     last; empty where nobody knows
 * @param min the least number of nodes
 * @param max the most nodes
 * @param replicas the number that is asked for now
 * @param members its nodes, ghosts too
 * @param notScalable why nobody may set its number; empty where it can be set
 * @param cost of two pools that suit a job the cheaper is taken
 * @param removal which of its nodes go first
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
        Removal removal) {

    public Pool {
        partitions = Set.copyOf(partitions);
        shapes = List.copyOf(shapes);
        members = List.copyOf(members);
    }

    /** Which nodes go when the number falls. */
    public enum Removal {
        /** The controller picks idle ones, as slurm-operator does. */
        IDLE_FIRST,
        /** The pod with the highest ordinal, busy or not, as of a StatefulSet. */
        HIGHEST_ORDINAL
    }
}
