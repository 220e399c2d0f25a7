/** Nodes of the simulated cluster, their flags and allocations, and reservations of them. */
@NullMarked
package dev.sluice.simulator.node;

import org.jspecify.annotations.NullMarked;
