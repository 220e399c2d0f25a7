/** The configuration of the simulated cluster, and its state: queue, nodes, accounting and RPC counters. */
@NullMarked
package dev.sluice.simulator.cluster;

import org.jspecify.annotations.NullMarked;
