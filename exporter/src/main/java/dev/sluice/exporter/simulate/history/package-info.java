/** Reads what clusters once ran: sacct's output, or the Standard Workload Format of the Parallel Workloads Archive. */
@NullMarked
package dev.sluice.exporter.simulate.history;

import org.jspecify.annotations.NullMarked;
