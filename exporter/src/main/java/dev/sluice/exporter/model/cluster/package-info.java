/** Partitions, and the jobs, nodes and partitions of one cluster at one time. */
@NullMarked
package dev.sluice.exporter.model.cluster;

import org.jspecify.annotations.NullMarked;
