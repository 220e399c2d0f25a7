/** Reads jobs with Slurm's own command squeue, on hosts on which squeue is installed. */
@NullMarked
package dev.sluice.exporter.slurm.squeue;

import org.jspecify.annotations.NullMarked;
