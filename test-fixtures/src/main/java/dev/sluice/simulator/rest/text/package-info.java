/** Slurm's text forms of lists and resources: hostlists, array tasks, TRES and GRES. */
@NullMarked
package dev.sluice.simulator.rest.text;

import org.jspecify.annotations.NullMarked;
