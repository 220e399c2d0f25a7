package dev.sluice.common.scheduling;

/** The base states of a node, in Slurm's spelling. */
public enum NodeState {
    DOWN,
    IDLE,
    MIXED,
    ALLOCATED
}
