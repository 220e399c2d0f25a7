/** The watched clusters: connections to Slurm and Kubernetes, and the scaling of NodeSets. */
@NullMarked
package dev.sluice.exporter.config.cluster;

import org.jspecify.annotations.NullMarked;
