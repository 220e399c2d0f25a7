/** Where Slurm contradicts the model of nodes and jobs: which jobs wait for nodes that the model says are there. */
@NullMarked
package dev.sluice.exporter.derive.scaling.evidence;

import org.jspecify.annotations.NullMarked;
