package dev.sluice.common.scheduling;

/** What slurmrestd adds to a node's base state, in the order in which it lists them. */
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
