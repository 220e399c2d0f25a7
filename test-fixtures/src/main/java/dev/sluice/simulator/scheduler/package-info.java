/** What slurmctld does with the queue: priorities, limits, placement, power saving. */
@NullMarked
package dev.sluice.simulator.scheduler;

import org.jspecify.annotations.NullMarked;
