/** Nodes as slurmctld records them, and the placement and planning of jobs, without a clock or a wire format. */
@NullMarked
package dev.sluice.lab.scheduling;

import org.jspecify.annotations.NullMarked;
