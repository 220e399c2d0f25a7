/** Compares the exporter's metrics with the output of Slurm's own tools for the same cluster at the same time. */
@NullMarked
package dev.sluice.exporter.truth;

import org.jspecify.annotations.NullMarked;
