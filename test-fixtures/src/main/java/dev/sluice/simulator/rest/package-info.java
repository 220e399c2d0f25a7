/** The paths of slurmrestd, and the faults that tests can set. */
@NullMarked
package dev.sluice.simulator.rest;

import org.jspecify.annotations.NullMarked;
