package dev.sluice.exporter.simulate.slurm;

import java.util.SplittableRandom;

/**
 * A NodeSet and the limits of its autoscaler.
 *
 * @param type what its nodes are like
 * @param initial pods at the start, all ready
 * @param min least number
 * @param max largest number
 * @param starts seconds from the creation of a pod until its node can take work
 * @param seed which start takes how long follows from it
 */
public record NodeSetSpec(NodeType type, int initial, int min, int max, StartTimes starts, long seed) {

    /** One whose nodes take equally long to start. */
    public NodeSetSpec(NodeType type, int initial, int min, int max, long startDelay) {
        this(type, initial, min, max, StartTimes.of(startDelay), 0);
    }

    /** The same with a number of nodes that are always there. */
    public NodeSetSpec fixedAt(int nodes) {
        return new NodeSetSpec(type, nodes, nodes, max, starts, seed);
    }

    public NodeSetSpec seeded(long number) {
        return new NodeSetSpec(type, initial, min, max, starts, number);
    }

    /** How many seconds half of the starts take at most. */
    public long startDelay() {
        return starts.seconds(0.5);
    }

    /** How many seconds the start of a node takes that begins at a time; the same whenever it is asked. */
    public long startDelay(String node, long at) {
        return starts.seconds(new SplittableRandom(31 * (31 * seed + node.hashCode()) + at).nextDouble());
    }
}
