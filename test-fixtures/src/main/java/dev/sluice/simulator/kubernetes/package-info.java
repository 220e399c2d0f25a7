/**
 * The simulated cluster's Kubernetes: machines, NodeSets with their operator, pods and autoscalers. Independent of
 * Slurm.
 */
@NullMarked
package dev.sluice.simulator.kubernetes;

import org.jspecify.annotations.NullMarked;
