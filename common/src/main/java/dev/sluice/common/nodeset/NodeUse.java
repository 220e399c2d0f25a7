package dev.sluice.common.nodeset;

/**
 * What slurm-operator reads of a Slurm node.
 *
 * @param busy whether a job runs or completes on it
 * @param draining whether it takes no more jobs
 * @param reason why it is drained or down; empty where it is neither
 * @param deadline when the last of its jobs reaches its time limit, 0 where none runs
 */
public record NodeUse(boolean busy, boolean draining, String reason, long deadline) {}
