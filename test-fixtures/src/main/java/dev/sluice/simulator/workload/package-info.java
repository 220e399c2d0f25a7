/** Who uses the simulated cluster and what befalls it: submissions, queries, failures, reservations, dynamic nodes. */
@NullMarked
package dev.sluice.simulator.workload;

import org.jspecify.annotations.NullMarked;
