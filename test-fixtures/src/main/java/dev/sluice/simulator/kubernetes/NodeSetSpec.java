package dev.sluice.simulator.kubernetes;

import dev.sluice.lab.kubernetes.NodeSetController;

/**
 * A group of equal nodes that Slinky's operator runs as pods. Includes the machines of the group, and the limits of the
 * group's autoscaler.
 *
 * @param slurmName prefix of the Slurm node names
 * @param memory memory of a node in MiB
 * @param gpus number of GPUs of a node; 0 for a node without GPUs
 * @param extraConf value of slurmd's {@code --conf}
 * @param instanceType instance type of the machines
 * @param machines number of machines; at most this many pods run
 * @param replicas initial replicas
 * @param min minimum replicas of the autoscaler
 * @param max maximum replicas of the autoscaler
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
    /** The namespace of all objects. */
    public static final String NAMESPACE = NodeSetController.NAMESPACE;

    /** Returns the name that the chart uses. */
    public String name() {
        return "slurm-worker-" + slurmName;
    }

    public String slurmNode(int ordinal) {
        return slurmName + "-" + ordinal;
    }
}
