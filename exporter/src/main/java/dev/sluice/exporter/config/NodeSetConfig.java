package dev.sluice.exporter.config;

import java.util.Optional;

/**
 * What operators say of one NodeSet; it goes before everything that is observed.
 *
 * @param namespace its namespace
 * @param name its name
 * @param kind what it is in Kubernetes
 * @param min least number of nodes
 * @param max largest number of nodes
 * @param cost of two NodeSets that suit a job the cheaper is taken
 * @param node what one node offers to jobs
 */
public record NodeSetConfig(
        String namespace,
        String name,
        Kind kind,
        Optional<Integer> min,
        Optional<Integer> max,
        Optional<Integer> cost,
        Optional<NodeShapeConfig> node) {

    /** What a NodeSet can be in Kubernetes. */
    public enum Kind {
        NODESET,
        STATEFULSET
    }

    /**
     * What one node offers to jobs.
     *
     * @param cpus CPUs
     * @param memoryBytes memory
     * @param gres GPUs, as slurm.conf has them, such as {@code gpu:h100:8}; empty for none
     * @param features features, separated by commas; empty for none
     */
    public record NodeShapeConfig(int cpus, long memoryBytes, String gres, String features) {}
}
