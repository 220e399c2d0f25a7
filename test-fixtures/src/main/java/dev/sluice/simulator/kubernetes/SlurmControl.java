package dev.sluice.simulator.kubernetes;

import java.util.Optional;

/** What the operator and its pods do to Slurm, and see of it. */
public interface SlurmControl {

    /** The node's record; empty where Slurm has none of that name. */
    Optional<SlurmNode> node(String name);

    /** A slurmd has started and makes itself known. */
    void register(String name, String comment);

    void drain(String name, String reason);

    void undrain(String name);

    /** A slurmd that stops takes its node down; the record stays. */
    void down(String name, String reason);

    /** Deletes the record of a node that is down. */
    void forget(String name);
}
