/** Bounds what the answers that are being read take of the memory. */
@NullMarked
package dev.sluice.exporter.slurm.memory;

import org.jspecify.annotations.NullMarked;
