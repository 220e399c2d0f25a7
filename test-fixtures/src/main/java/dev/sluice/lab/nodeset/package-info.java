/** A model of a NodeSet under slurm-operator: pods, nodes and scale-in, without a clock or a wire format. */
@NullMarked
package dev.sluice.lab.nodeset;

import org.jspecify.annotations.NullMarked;
