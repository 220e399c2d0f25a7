package dev.sluice.lab.scheduling;

import java.util.Optional;

/**
 * The free resources that a job needs on one node.
 *
 * @param cpus CPUs; an exclusive job gets all CPUs and GPUs of the node
 * @param memory MiB
 * @param gpuType GPU type; empty for any type
 * @param exclusive true if no other job may use the node
 */
public record Need(int cpus, long memory, int gpus, Optional<String> gpuType, boolean exclusive) {}
