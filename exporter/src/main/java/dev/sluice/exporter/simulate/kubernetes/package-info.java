/** Kubernetes as far as a NodeSet can notice it: the HorizontalPodAutoscaler, KEDA, and slurm-operator. */
@NullMarked
package dev.sluice.exporter.simulate.kubernetes;

import org.jspecify.annotations.NullMarked;
