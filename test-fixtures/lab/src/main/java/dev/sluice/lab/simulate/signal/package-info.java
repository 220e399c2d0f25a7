/**
 * Signals of the simulated autoscalers: Sluice's signal, the documented KEDA trigger, and busy plus pending in PromQL.
 */
@NullMarked
package dev.sluice.lab.simulate.signal;

import org.jspecify.annotations.NullMarked;
