package dev.sluice.common.nodeset;

/**
 * The properties of a Slurm node that slurm-operator reads.
 *
 * @param busy true while a job runs or completes on the node
 * @param draining true if the node accepts no new jobs
 * @param reason reason for the drain or down state; empty without a reason
 * @param deadline time at which the last of the node's jobs reaches its time limit; 0 without jobs
 */
public record NodeUse(boolean busy, boolean draining, String reason, long deadline) {}
