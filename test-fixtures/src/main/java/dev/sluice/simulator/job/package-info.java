/** Jobs of the simulated cluster: what was submitted, what became of it, and what slurmctld says of it. */
@NullMarked
package dev.sluice.simulator.job;

import org.jspecify.annotations.NullMarked;
