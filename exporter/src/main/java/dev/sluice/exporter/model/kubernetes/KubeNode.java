package dev.sluice.exporter.model.kubernetes;

/**
 * A node of Kubernetes: a machine, not a node of Slurm.
 *
 * @param name its name
 * @param unschedulable whether it is cordoned
 * @param cordonReason why, from Slinky's annotation {@code node-cordon-reason}; empty where nobody gave a reason
 * @param gpus how many GPUs and MIG instances its device plugins offer; 0 where they offer none
 */
public record KubeNode(String name, boolean unschedulable, String cordonReason, long gpus) {}
