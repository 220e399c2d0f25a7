/** The simulated cluster's Kubernetes: machines, NodeSets and their operator, pods and autoscalers. Knows no Slurm. */
@NullMarked
package dev.sluice.simulator.kubernetes;

import org.jspecify.annotations.NullMarked;
