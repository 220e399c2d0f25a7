/** Compares what the exporter serves with what Slurm's own tools print of the same cluster at the same instant. */
@NullMarked
package dev.sluice.exporter.truth;

import org.jspecify.annotations.NullMarked;
