package dev.sluice.exporter.model.node;

/**
 * The identity of a node in Slurm and in Kubernetes.
 *
 * @param name NodeName
 * @param origin pod and NodeSet of the node, which slurm-operator writes into the comment of the node
 */
public record NodeIdentity(String name, NodeOrigin origin) {}
