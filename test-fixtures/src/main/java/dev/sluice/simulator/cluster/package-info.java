/** Configuration and state of the simulated cluster: queue, nodes, accounting and RPC counters. */
@NullMarked
package dev.sluice.simulator.cluster;

import org.jspecify.annotations.NullMarked;
