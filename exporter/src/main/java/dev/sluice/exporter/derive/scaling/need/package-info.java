/** Computes what a job needs of the nodes of a NodeSet. */
@NullMarked
package dev.sluice.exporter.derive.scaling.need;

import org.jspecify.annotations.NullMarked;
