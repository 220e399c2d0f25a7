/** A simulated Slurm cluster with its users and events, which serves the slurmrestd API from a running queue. */
@NullMarked
package dev.sluice.simulator;

import org.jspecify.annotations.NullMarked;
