package dev.sluice.simulator.kubernetes;

import dev.sluice.simulator.kubernetes.api.ObjectKey;
import dev.sluice.simulator.kubernetes.api.ResourceType;

/**
 * A group of equal nodes that Slinky's operator runs as pods, its machines and the bounds of its autoscaler.
 *
 * @param slurmName what the names of its Slurm nodes begin with
 * @param memory of a node, MiB
 * @param gpus GPUs of a node, 0 for none
 * @param extraConf what slurmd is told with {@code --conf}
 * @param instanceType type of its machines
 * @param machines how many machines there are, and so how many pods can run
 * @param replicas with which it begins
 * @param min least replicas of its autoscaler
 * @param max most replicas of its autoscaler
 */
public record NodeSetSpec(
        String slurmName,
        int cpus,
        long memory,
        int gpus,
        String extraConf,
        String instanceType,
        int machines,
        int replicas,
        int min,
        int max) {
    /** The namespace in which everything is. */
    public static final String NAMESPACE = "slurm";

    /** As the chart names it. */
    public String name() {
        return "slurm-worker-" + slurmName;
    }

    public String slurmNode(int ordinal) {
        return slurmName + "-" + ordinal;
    }

    String pod(int ordinal) {
        return name() + "-" + ordinal;
    }

    ObjectKey key() {
        return new ObjectKey(ResourceType.NODE_SETS, NAMESPACE, name());
    }

    ObjectKey podKey(int ordinal) {
        return new ObjectKey(ResourceType.PODS, NAMESPACE, pod(ordinal));
    }
}
