package dev.sluice.exporter.model.node;

import java.util.Set;

/** The base state and flags of a node. */
public record NodeStatus(NodeBaseState base, Set<NodeFlag> flags) {}
