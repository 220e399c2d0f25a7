/** The clusters that are watched: how Slurm and Kubernetes are reached, and how NodeSets are scaled. */
@NullMarked
package dev.sluice.exporter.config.cluster;

import org.jspecify.annotations.NullMarked;
