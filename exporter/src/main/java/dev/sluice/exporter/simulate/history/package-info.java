/** Reads past jobs of clusters: sacct output, or the Standard Workload Format of the Parallel Workloads Archive. */
@NullMarked
package dev.sluice.exporter.simulate.history;

import org.jspecify.annotations.NullMarked;
