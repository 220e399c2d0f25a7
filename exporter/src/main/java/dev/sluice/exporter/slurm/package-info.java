/** Talks to slurmrestd and turns its answers into the model. */
@NullMarked
package dev.sluice.exporter.slurm;

import org.jspecify.annotations.NullMarked;
