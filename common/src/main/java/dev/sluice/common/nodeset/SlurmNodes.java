package dev.sluice.common.nodeset;

import java.util.Optional;

/** The Slurm nodes of a NodeSet's pods, for the operator and the pods. */
public interface SlurmNodes {

    /** Returns the node of a started pod; empty if Slurm has no record. */
    Optional<NodeUse> node(Pod pod);

    /** Registers the node of a pod whose slurmd has started. */
    void register(Pod pod);

    /** Drains the node of a pod that will be removed. */
    void drain(Pod pod);

    void undrain(Pod pod);

    /** Stops the slurmd of a pod, so that the pod's node goes down. Slurm keeps the node's record. */
    void stop(Pod pod);
}
