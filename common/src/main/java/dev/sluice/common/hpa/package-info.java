/** The HorizontalPodAutoscaler as Kubernetes 1.36 computes it: numbers alone, at times that the caller hands in. */
@NullMarked
package dev.sluice.common.hpa;

import org.jspecify.annotations.NullMarked;
