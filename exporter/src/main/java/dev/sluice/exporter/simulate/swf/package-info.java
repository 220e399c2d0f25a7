/** Reads histories of clusters in the Standard Workload Format of the Parallel Workloads Archive. */
@NullMarked
package dev.sluice.exporter.simulate.swf;

import org.jspecify.annotations.NullMarked;
