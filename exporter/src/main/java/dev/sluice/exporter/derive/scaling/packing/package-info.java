/** Packs jobs on nodes, first fit; represents lists of nodes as bits. */
@NullMarked
package dev.sluice.exporter.derive.scaling.packing;

import org.jspecify.annotations.NullMarked;
