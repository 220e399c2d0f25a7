/** Jobs on nodes, first fit, and lists of nodes as bits. */
@NullMarked
package dev.sluice.exporter.derive.scaling.packing;

import org.jspecify.annotations.NullMarked;
