/** The scaling targets: NodeSets with their nodes, the need of a job on these nodes, and first-fit packing. */
@NullMarked
package dev.sluice.exporter.derive.scaling.pool;

import org.jspecify.annotations.NullMarked;
