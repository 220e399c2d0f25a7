/**
 * A model of slurmctld: the queue, the nodes, and a scheduling pass. The pass has priorities, limits and EASY backfill.
 */
@NullMarked
package dev.sluice.lab.scheduling.controller;

import org.jspecify.annotations.NullMarked;
