package dev.sluice.common.nodeset;

import java.util.Optional;

/** The Slurm nodes of a NodeSet's pods, as the operator and the pods themselves use them. */
public interface SlurmNodes {

    /** The node of a pod that has started; empty where Slurm has no record of it. */
    Optional<NodeUse> node(Pod pod);

    /** The slurmd of a pod has started. */
    void register(Pod pod);

    /** Drains the node of a pod that is to be removed. */
    void drain(Pod pod);

    void undrain(Pod pod);

    /** The slurmd of a pod stops, which takes its node down; the record stays. */
    void stop(Pod pod);
}
