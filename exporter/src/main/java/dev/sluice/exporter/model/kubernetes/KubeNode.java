package dev.sluice.exporter.model.kubernetes;

/**
 * A Kubernetes node: a machine, not a Slurm node.
 *
 * @param name its name
 * @param unschedulable whether it is cordoned
 * @param cordonReason reason from Slinky's annotation {@code node-cordon-reason}; empty if none
 * @param gpus number of GPUs and MIG instances offered by its device plugins
 */
public record KubeNode(String name, boolean unschedulable, String cordonReason, long gpus) {}
