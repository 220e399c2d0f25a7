/** A simulated Slurm cluster that serves the slurmrestd API from a running queue. */
@NullMarked
package dev.sluice.simulator;

import org.jspecify.annotations.NullMarked;
