package dev.sluice.exporter.model;

/**
 * The state of its Slurm node that Slinky's operator writes on a pod, as conditions {@code SlurmNodeState…}: a base
 * state and flags.
 */
public enum PodSlurmState {
    ALLOCATED,
    DOWN,
    ERROR,
    FUTURE,
    IDLE,
    MIXED,
    UNKNOWN,
    COMPLETING,
    DRAIN,
    FAIL,
    INVALID,
    INVALID_REG,
    MAINTENANCE,
    NOT_RESPONDING,
    UNDRAIN
}
