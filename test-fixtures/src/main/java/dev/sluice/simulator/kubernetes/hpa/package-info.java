/** Around the HorizontalPodAutoscaler: where its metric comes from, and the conditions in its status. */
@NullMarked
package dev.sluice.simulator.kubernetes.hpa;

import org.jspecify.annotations.NullMarked;
