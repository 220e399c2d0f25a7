/**
 * A closed loop of Slurm, NodeSets and autoscalers without a clock: it shows what a signal does to waits and node-hours,
 * for made scenarios and for the history of a site. The same input gives the same output.
 */
@NullMarked
package dev.sluice.exporter.simulate;

import org.jspecify.annotations.NullMarked;
