package dev.sluice.lab.nodeset;

import java.util.Optional;

/** The operations in Slurm that slurm-operator and its pods request, by the name of the Slurm node. */
public interface SlurmNodes {
    /** Returns the node's record; empty if Slurm has no record of the node. */
    Optional<SlurmNode> node(String name);

    /** Registers a started slurmd. */
    void register(String name);

    /** Sets the operator's comment on the node of a ready pod. */
    void comment(String name, String comment);

    /** Drains the node of a pod that will be removed. */
    void drain(String name, String reason);

    /** Ends a drain. The base state stays. */
    void undrain(String name, String reason);

    /** Returns a node that stayed down to service. */
    void resume(String name);

    /** Sets the node of a stopping slurmd down, as the pod's preStop hook does. Slurm keeps the node's record. */
    void down(String name, String reason);

    /** Records that the slurmd of a removed pod no longer responds. */
    void silence(String name);

    /** Deletes the record of a node without a pod. */
    void forget(String name);
}
