/**
 * Simulates the parts of a Slurm controller that affect autoscaling: queue, nodes, scheduling cycle, pending reasons.
 */
@NullMarked
package dev.sluice.lab.simulate.slurm;

import org.jspecify.annotations.NullMarked;
