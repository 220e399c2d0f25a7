/** The sources of one Slurm cluster: what is asked of slurmrestd, in which API version, and what its answers come to. */
@NullMarked
package dev.sluice.exporter.slurm;

import org.jspecify.annotations.NullMarked;
