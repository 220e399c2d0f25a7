package dev.sluice.exporter.model.node;

/** The flags of a Slurm node that decide its use; other flags are not kept. */
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
    /** Power down requested, once its jobs have ended. */
    POWER_DOWN,
    POWERED_DOWN,
    POWERING_DOWN,
    POWERING_UP,
    REBOOT_ISSUED,
    REBOOT_REQUESTED,
    RESERVED
}
