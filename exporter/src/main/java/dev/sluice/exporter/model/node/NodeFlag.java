package dev.sluice.exporter.model.node;

/** The flags that decide the use of a Slurm node; other flags are not kept. */
public enum NodeFlag {
    BLOCKED,
    CLOUD,
    COMPLETING,
    DRAIN,
    DYNAMIC_NORM,
    FAIL,
    INVALID_REG,
    MAINTENANCE,
    NOT_RESPONDING,
    PLANNED,
    /** The node is to power down once the node's jobs have ended. */
    POWER_DOWN,
    POWERED_DOWN,
    POWERING_DOWN,
    POWERING_UP,
    REBOOT_ISSUED,
    REBOOT_REQUESTED,
    RESERVED
}
