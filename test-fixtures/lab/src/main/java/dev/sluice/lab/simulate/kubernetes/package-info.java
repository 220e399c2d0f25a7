/** Simulates the parts of Kubernetes that affect a NodeSet: the HorizontalPodAutoscaler, KEDA and slurm-operator. */
@NullMarked
package dev.sluice.lab.simulate.kubernetes;

import org.jspecify.annotations.NullMarked;
