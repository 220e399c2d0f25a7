/** How Slurm places jobs on nodes and plans the start of those that wait, without a clock or a wire format. */
@NullMarked
package dev.sluice.common.scheduling;

import org.jspecify.annotations.NullMarked;
