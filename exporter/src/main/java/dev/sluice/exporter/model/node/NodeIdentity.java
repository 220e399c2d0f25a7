package dev.sluice.exporter.model.node;

/**
 * Which node it is, to Slurm and to others.
 *
 * @param name NodeName
 * @param origin the pod and NodeSet of the node, as slurm-operator writes into its comment
 */
public record NodeIdentity(String name, NodeOrigin origin) {}
