/** Metric sources and status conditions of the HorizontalPodAutoscaler. */
@NullMarked
package dev.sluice.simulator.kubernetes.hpa;

import org.jspecify.annotations.NullMarked;
