package dev.sluice.exporter.model.node;

/** The flags of a Slurm node that decide what it can be used for; others are of no interest and not kept. */
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
    /** Asked to power down, once its jobs have ended. */
    POWER_DOWN,
    POWERED_DOWN,
    POWERING_DOWN,
    POWERING_UP,
    REBOOT_ISSUED,
    REBOOT_REQUESTED,
    RESERVED
}
