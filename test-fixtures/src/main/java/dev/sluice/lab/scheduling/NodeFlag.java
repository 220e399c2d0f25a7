package dev.sluice.lab.scheduling;

/** The flags that slurmrestd adds to a node's base state, in slurmrestd's order. */
public enum NodeFlag {
    RESERVED,
    DRAIN,
    MAINTENANCE,
    CLOUD,
    NOT_RESPONDING,
    POWERED_DOWN,
    POWERING_DOWN,
    POWERING_UP,
    PLANNED,
    DYNAMIC_NORM
}
