/** The users and events of the simulated cluster: submissions, queries, failures, reservations, dynamic nodes. */
@NullMarked
package dev.sluice.simulator.workload;

import org.jspecify.annotations.NullMarked;
