/** Partitions, and the snapshot of a cluster's jobs, nodes and partitions. */
@NullMarked
package dev.sluice.exporter.model.cluster;

import org.jspecify.annotations.NullMarked;
