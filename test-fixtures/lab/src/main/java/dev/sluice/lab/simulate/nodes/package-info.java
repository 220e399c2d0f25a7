/** Provides the nodes of a simulated Slurm: pods of autoscaled NodeSets, or Slurm's power saving. */
@NullMarked
package dev.sluice.lab.simulate.nodes;

import org.jspecify.annotations.NullMarked;
