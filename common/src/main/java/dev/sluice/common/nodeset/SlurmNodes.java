package dev.sluice.common.nodeset;

import java.util.Optional;

/** The operations in Slurm that slurm-operator and its pods request, by the name of the Slurm node. */
public interface SlurmNodes {
    /** Returns the node's record; empty if Slurm has no record of the node. */
    Optional<SlurmNode> node(String name);

    /** Registers a started slurmd. */
    void register(String name, String comment);

    /** Drains the node of a pod that will be removed. */
    void drain(String name, String reason);

    void undrain(String name);

    /** Takes down the node of a stopping slurmd. Slurm keeps the node's record. */
    void down(String name, String reason);

    /** Deletes the record of a down node. */
    void forget(String name);
}
