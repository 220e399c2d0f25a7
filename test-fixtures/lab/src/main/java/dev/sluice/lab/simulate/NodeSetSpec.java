package dev.sluice.lab.simulate;

import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.lab.scheduling.JobRequest;
import dev.sluice.lab.scheduling.NodeSpec;
import java.util.List;
import java.util.stream.Stream;

/**
 * A NodeSet of equal nodes, with the limits of its autoscaler.
 *
 * @param name name of the NodeSet; the name of a node is the name of the NodeSet with an ordinal
 * @param partitions partitions of the nodes
 * @param cpus CPUs per node
 * @param gpus GPUs per node
 * @param features features for {@code --constraint}
 * @param price price per node and hour, in any currency; 0 if no price is needed
 * @param initial pods at the start, all ready
 * @param min minimum number of pods
 * @param max maximum number of pods
 * @param startDelay seconds from the creation of a pod until its node can run jobs
 */
public record NodeSetSpec(
        String name,
        List<String> partitions,
        int cpus,
        GpuCounts gpus,
        List<String> features,
        double price,
        int initial,
        int min,
        int max,
        long startDelay) {

    /** The start delay of a node unless a scenario sets another, in seconds. */
    public static final long START_DELAY = 180;

    public NodeSetSpec {
        partitions = List.copyOf(partitions);
        features = features.stream().distinct().sorted().toList();
    }

    /** Returns a NodeSet of nodes with 96 CPUs in partition {@code batch}. */
    public static NodeSetSpec batch(int initial, int max) {
        return new NodeSetSpec(
                "batch", List.of("batch"), 96, GpuCounts.NONE, List.of(), 0, initial, 0, max, START_DELAY);
    }

    /** Returns a copy with a constant number of nodes. */
    public NodeSetSpec fixedAt(int nodes) {
        return new NodeSetSpec(name, partitions, cpus, gpus, features, price, nodes, nodes, max, startDelay);
    }

    public NodeSetSpec withStartDelay(long seconds) {
        return new NodeSetSpec(name, partitions, cpus, gpus, features, price, initial, min, max, seconds);
    }

    /** Returns the name of a node. */
    public String node(int ordinal) {
        return name + "-" + ordinal;
    }

    /**
     * Returns the definition of a node.
     *
     * @param cloud true if Slurm's power saving controls the node
     */
    NodeSpec definition(int ordinal, boolean cloud) {
        List<String> types = gpus.byType().entrySet().stream()
                .flatMap(gpu -> Stream.generate(gpu::getKey).limit(gpu.getValue()))
                .toList();
        return new NodeSpec(node(ordinal), cpus, 0, types, features, 0, cloud);
    }

    /** Returns true if an empty node can hold one node's share of the job. */
    public boolean suits(JobRequest job) {
        return partitions.containsAll(job.partitions())
                && features.containsAll(job.features())
                && definition(0, false).canHold(job.smallestNeed());
    }
}
