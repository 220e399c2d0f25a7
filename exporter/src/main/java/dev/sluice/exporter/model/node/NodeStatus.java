package dev.sluice.exporter.model.node;

import java.util.Set;

/**
 * The state words of a node.
 *
 * @param base base state
 * @param flags flags beside it
 */
public record NodeStatus(NodeBaseState base, Set<NodeFlag> flags) {}
