/** Computes which resources a job needs on the nodes of a NodeSet. */
@NullMarked
package dev.sluice.exporter.derive.scaling.need;

import org.jspecify.annotations.NullMarked;
