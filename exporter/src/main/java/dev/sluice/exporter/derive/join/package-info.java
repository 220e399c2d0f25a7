/** Which Slurm node is which pod of which NodeSet on which machine: a pure join of two observations of a cluster. */
@NullMarked
package dev.sluice.exporter.derive.join;

import org.jspecify.annotations.NullMarked;
