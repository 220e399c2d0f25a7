/** The surroundings of the HorizontalPodAutoscaler: its metric source and its status conditions. */
@NullMarked
package dev.sluice.simulator.kubernetes.hpa;

import org.jspecify.annotations.NullMarked;
