package dev.sluice.lab.simulate.nodes;

/** Provides the nodes of a simulated Slurm, in steps. Times are seconds since the start of the simulation. */
public interface Provisioning {

    /** Makes a node ready if the node's start delay has passed. */
    void start(long now);

    /**
     * Adds and removes nodes.
     *
     * @param readable true if slurmrestd responds
     */
    void sync(long now, boolean readable);

    /**
     * Takes a node down.
     *
     * @param set index of the NodeSet
     */
    void fail(int set, int ordinal, long now);

    /** Recovers a node that is down. */
    void repair(int set, int ordinal);

    /** Returns the number of nodes, including starting and draining nodes. */
    int nodes();

    /** Returns the cost per hour of all current nodes. */
    double price();

    /** Returns the number of busy nodes. */
    int busyNodes();

    /** Returns the number of nodes that were drained during a job; 0 without a drain before the removal of a node. */
    default int busyDrained() {
        return 0;
    }

    /** Returns the number of nodes that were drained, then undrained; 0 without drains. */
    default int undrained() {
        return 0;
    }

    /** Returns the number of pods that ran no job, excluding the initial pods; 0 if nodes start only for a job. */
    default int unusedPods() {
        return 0;
    }
}
