/** Reads jobs from Slurm's own command squeue, on hosts that have it. */
@NullMarked
package dev.sluice.exporter.slurm.squeue;

import org.jspecify.annotations.NullMarked;
