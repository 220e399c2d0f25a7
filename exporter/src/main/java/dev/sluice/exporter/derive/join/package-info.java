/** Joins the Slurm and Kubernetes snapshots of a cluster: nodes, pods, NodeSets and Kubernetes nodes. */
@NullMarked
package dev.sluice.exporter.derive.join;

import org.jspecify.annotations.NullMarked;
