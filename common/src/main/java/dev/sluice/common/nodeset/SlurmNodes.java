package dev.sluice.common.nodeset;

import java.util.Optional;

/** The Slurm nodes of a NodeSet's pods, for the operator and the pods. */
public interface SlurmNodes {

    /** Returns the node of a started pod; empty if Slurm has no record. */
    Optional<NodeUse> node(Pod pod);

    /** Registers the node of a pod whose slurmd has started. */
    void register(Pod pod);

    /** Drains the node of a pod to be removed. */
    void drain(Pod pod);

    void undrain(Pod pod);

    /** Stops the slurmd of a pod, which takes its node down; the record stays. */
    void stop(Pod pod);
}
