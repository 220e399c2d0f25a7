/**
 * Simulates Slurm, NodeSets and autoscalers as a closed loop in simulated time. Shows the effect of a signal on wait
 * times and node-hours, for built-in scenarios and for a site's job history. Equal input gives equal output.
 */
@NullMarked
package dev.sluice.lab.simulate;

import org.jspecify.annotations.NullMarked;
