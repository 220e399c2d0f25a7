package dev.sluice.exporter.simulate.nodes;

/** Gives a simulated Slurm its nodes, in steps. Times are seconds since the start. */
public interface Provisioning {

    /** Nodes that have waited long enough take work from now on. */
    void start(long now);

    /**
     * Adds and removes nodes.
     *
     * @param readable whether slurmrestd answers
     */
    void sync(long now, boolean readable);

    /**
     * A node goes down.
     *
     * @param set which NodeSet, by its place
     */
    void fail(int set, int ordinal, long now);

    /** The node recovers. */
    void repair(int set, int ordinal);

    /** How many nodes there are, those that start or drain too. */
    int nodes();

    /** How many nodes are asked for. */
    int desired();

    /** How many of them can take work, those that drain too. */
    int ready();

    /** What all of them cost in an hour. */
    double price();

    /** How many of them run something. */
    int busyNodes();

    /** How many nodes were told to go while they ran a job. */
    int busyDrained();

    /** How many nodes were drained and taken back. */
    int undrained();

    /** How many nodes were asked for, beyond the initial ones, on which no job ran. */
    int unusedPods();
}
