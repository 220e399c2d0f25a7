package dev.sluice.exporter.simulate.slurm;

/**
 * A NodeSet and the limits of its autoscaler.
 *
 * @param type what its nodes are like
 * @param initial pods at the start, all ready
 * @param min least number
 * @param max largest number
 * @param startDelay seconds from the creation of a pod until its node can take work
 */
public record NodeSetSpec(NodeType type, int initial, int min, int max, long startDelay) {

    /** The same with a number of nodes that are always there. */
    public NodeSetSpec fixedAt(int nodes) {
        return new NodeSetSpec(type, nodes, nodes, max, startDelay);
    }
}
