/** A NodeSet as slurm-operator runs it: pods, nodes and scale-in, without a clock or a wire format. */
@NullMarked
package dev.sluice.common.nodeset;

import org.jspecify.annotations.NullMarked;
