/** The paths of slurmrestd, and the failures that can be asked for. */
@NullMarked
package dev.sluice.simulator.rest;

import org.jspecify.annotations.NullMarked;
