package dev.sluice.lab.scheduling;

/** The base states of a node, in Slurm's spelling. */
public enum NodeState {
    DOWN,
    IDLE,
    MIXED,
    ALLOCATED
}
