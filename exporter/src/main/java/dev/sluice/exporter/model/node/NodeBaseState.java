package dev.sluice.exporter.model.node;

/** The base state of a Slurm node. A node has exactly one base state and any number of {@link NodeFlag}s. */
public enum NodeBaseState {
    UNKNOWN,
    DOWN,
    IDLE,
    ALLOCATED,
    ERROR,
    MIXED,
    FUTURE
}
