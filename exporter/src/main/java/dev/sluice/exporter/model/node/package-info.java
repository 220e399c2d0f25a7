/** Slurm nodes: base state, flags, GPUs and origin. */
@NullMarked
package dev.sluice.exporter.model.node;

import org.jspecify.annotations.NullMarked;
