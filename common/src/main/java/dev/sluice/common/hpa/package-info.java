/** The HorizontalPodAutoscaler as Kubernetes 1.36 computes it: a pure model, with times from the caller. */
@NullMarked
package dev.sluice.common.hpa;

import org.jspecify.annotations.NullMarked;
