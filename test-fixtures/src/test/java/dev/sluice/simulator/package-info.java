/** Tests of the simulated cluster against what real slurmrestds sent. */
@NullMarked
package dev.sluice.simulator;

import org.jspecify.annotations.NullMarked;
