/** The families of a cluster: its queue, nodes, partitions, controllers, accounting and NodeSets. */
@NullMarked
package dev.sluice.exporter.metrics.cluster;

import org.jspecify.annotations.NullMarked;
