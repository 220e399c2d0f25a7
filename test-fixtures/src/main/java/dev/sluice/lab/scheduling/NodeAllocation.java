package dev.sluice.lab.scheduling;

import java.util.List;

/**
 * The resources of one node that are allocated to a job.
 *
 * @param memory MiB
 * @param gpus indices of the GPUs, in ascending order
 */
public record NodeAllocation(NodeSpec node, int cpus, long memory, List<Integer> gpus) {}
