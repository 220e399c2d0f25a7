/** Where the nodes of a simulated Slurm come from: pods of NodeSets that an autoscaler sizes, or Slurm's power saving. */
@NullMarked
package dev.sluice.exporter.simulate.nodes;

import org.jspecify.annotations.NullMarked;
