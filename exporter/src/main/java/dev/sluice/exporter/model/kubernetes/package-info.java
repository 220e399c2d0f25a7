/** NodeSets, pods and machines of a Slurm cluster on Kubernetes. */
@NullMarked
package dev.sluice.exporter.model.kubernetes;

import org.jspecify.annotations.NullMarked;
