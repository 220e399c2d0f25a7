/**
 * Reads the past jobs of a cluster from sacct output, or from a file in the Standard Workload Format of the Parallel
 * Workloads Archive.
 */
@NullMarked
package dev.sluice.lab.simulate.history;

import org.jspecify.annotations.NullMarked;
