/** Nodes as slurmctld keeps them, and how jobs are placed on them and planned, without a clock or a wire format. */
@NullMarked
package dev.sluice.common.scheduling;

import org.jspecify.annotations.NullMarked;
