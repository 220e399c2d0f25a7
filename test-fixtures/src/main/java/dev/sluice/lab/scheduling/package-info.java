/**
 * A model of slurmctld without a clock or a wire format: jobs and nodes, and a scheduling pass with priorities, limits
 * and EASY backfill.
 */
@NullMarked
package dev.sluice.lab.scheduling;

import org.jspecify.annotations.NullMarked;
