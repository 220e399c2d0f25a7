package dev.sluice.exporter.model.node;

/** The flags that determine whether jobs can use a Slurm node. Other flags are not kept. */
public enum NodeFlag {
    BLOCKED,
    CLOUD,
    COMPLETING,
    DRAIN,
    DYNAMIC_NORM,
    /** The node has no slurmd. slurm-bridge added the Kubernetes node, and kubelet runs the jobs as pods. */
    EXTERNAL,
    FAIL,
    INVALID_REG,
    MAINTENANCE,
    NOT_RESPONDING,
    PLANNED,
    /** The node powers down after the node's jobs have ended. */
    POWER_DOWN,
    POWERED_DOWN,
    POWERING_DOWN,
    POWERING_UP,
    REBOOT_ISSUED,
    REBOOT_REQUESTED,
    RESERVED
}
