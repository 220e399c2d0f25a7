package dev.sluice.lab.simulate;

import java.util.List;

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

    /** Takes a node of the first NodeSet down. */
    void fail(int ordinal, long now);

    /** Recovers a node of the first NodeSet. */
    void repair(int ordinal);

    /** Returns the number of nodes of each NodeSet, including starting and draining nodes. */
    List<Integer> nodes();

    /** Returns the number of nodes that were drained during a job; 0 without a drain before the removal of a node. */
    default int busyDrained() {
        return 0;
    }
}
