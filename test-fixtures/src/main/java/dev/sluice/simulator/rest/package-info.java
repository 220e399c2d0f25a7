/**
 * The paths of slurmrestd, the bodies of its responses by API version with the statistics that they show, and the faults
 * that tests can set.
 */
@NullMarked
package dev.sluice.simulator.rest;

import org.jspecify.annotations.NullMarked;
