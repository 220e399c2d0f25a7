package dev.sluice.exporter.model.node;

import java.util.Set;

/**
 * The base state and flags of a node.
 *
 * @param base base state
 * @param flags flags
 */
public record NodeStatus(NodeBaseState base, Set<NodeFlag> flags) {}
