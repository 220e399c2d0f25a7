package dev.sluice.common.scheduling;

import java.util.Optional;

/**
 * What one node must have free for a job.
 *
 * @param cpus CPUs; a job with the node to itself gets all of them
 * @param memory MiB
 * @param gpuType empty where any GPU will do
 * @param shards shares of one GPU
 * @param exclusive whether no other job may be on the node
 */
public record Need(int cpus, long memory, int gpus, Optional<String> gpuType, int shards, boolean exclusive) {}
