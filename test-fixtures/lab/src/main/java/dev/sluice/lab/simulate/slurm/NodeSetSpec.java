package dev.sluice.lab.simulate.slurm;

import java.util.SplittableRandom;

/**
 * A NodeSet and the limits of its autoscaler.
 *
 * @param type type of its nodes
 * @param initial pods at the start, all ready
 * @param min minimum number of pods
 * @param max maximum number of pods
 * @param starts seconds from the creation of a pod until its node can run jobs
 * @param seed seed of the random start delays
 */
public record NodeSetSpec(NodeType type, int initial, int min, int max, StartTimes starts, long seed) {

    /** Creates a NodeSet whose nodes all have the same start delay. */
    public NodeSetSpec(NodeType type, int initial, int min, int max, long startDelay) {
        this(type, initial, min, max, StartTimes.of(startDelay), 0);
    }

    /** Returns a copy of this NodeSet with a constant number of nodes. */
    public NodeSetSpec fixedAt(int nodes) {
        return new NodeSetSpec(type, nodes, nodes, max, starts, seed);
    }

    public NodeSetSpec seeded(long number) {
        return new NodeSetSpec(type, initial, min, max, starts, number);
    }

    /** Returns the median start delay in seconds. */
    public long startDelay() {
        return starts.seconds(0.5);
    }

    /** Returns the delay of a node start in seconds. The delay depends only on the node and the time of the start. */
    public long startDelay(String node, long at) {
        return starts.seconds(new SplittableRandom(31 * (31 * seed + node.hashCode()) + at).nextDouble());
    }
}
