/** The scaling targets: NodeSets with their nodes, and what one node offers. */
@NullMarked
package dev.sluice.exporter.derive.scaling.pool;

import org.jspecify.annotations.NullMarked;
