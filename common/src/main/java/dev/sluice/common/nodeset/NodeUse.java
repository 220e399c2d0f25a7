package dev.sluice.common.nodeset;

/**
 * The properties of a Slurm node that slurm-operator reads.
 *
 * @param busy a job runs or completes on it
 * @param draining it takes no new jobs
 * @param reason reason for the drain or down state; empty without one
 * @param deadline time limit of its last job; 0 without jobs
 */
public record NodeUse(boolean busy, boolean draining, String reason, long deadline) {}
