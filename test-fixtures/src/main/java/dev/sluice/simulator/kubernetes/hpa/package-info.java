/** How a HorizontalPodAutoscaler comes to its number: the arithmetic of Kubernetes 1.36, and where the metric is from. */
@NullMarked
package dev.sluice.simulator.kubernetes.hpa;

import org.jspecify.annotations.NullMarked;
