package dev.sluice.exporter.model.kubernetes;

/**
 * A Kubernetes node: a machine, not a Slurm node.
 *
 * @param name name of the node
 * @param unschedulable whether the node is cordoned
 * @param cordonReason reason from Slinky's annotation {@code node-cordon-reason}; empty without a reason
 * @param gpus number of GPUs and MIG instances that the node's device plugins offer
 */
public record KubeNode(String name, boolean unschedulable, String cordonReason, long gpus) {}
