/** The families of a cluster: queue, nodes, partitions, controllers and NodeSets. */
@NullMarked
package dev.sluice.exporter.metrics.cluster;

import org.jspecify.annotations.NullMarked;
