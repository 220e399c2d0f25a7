/** A pure model of the HorizontalPodAutoscaler of Kubernetes 1.36. The caller passes the times. */
@NullMarked
package dev.sluice.lab.hpa;

import org.jspecify.annotations.NullMarked;
