/** Metric families of the Kubernetes objects of one cluster. */
@NullMarked
package dev.sluice.exporter.metrics.kubernetes;

import org.jspecify.annotations.NullMarked;
