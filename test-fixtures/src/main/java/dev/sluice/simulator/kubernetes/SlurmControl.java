package dev.sluice.simulator.kubernetes;

import java.util.Optional;

/** The operations in Slurm that the operator and its pods request. */
public interface SlurmControl {

    /** Returns the node's record; empty if Slurm has no record of the node. */
    Optional<SlurmNode> node(String name);

    /** Registers a started slurmd. */
    void register(String name, String comment);

    void drain(String name, String reason);

    void undrain(String name);

    /** Takes down the node of a stopping slurmd. Slurm keeps the node's record. */
    void down(String name, String reason);

    /** Deletes the record of a down node. */
    void forget(String name);
}
