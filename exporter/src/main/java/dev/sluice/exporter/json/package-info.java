/** Reads JSON as its bytes arrive: tokens, the members that are wanted, and trees of small values. */
@NullMarked
package dev.sluice.exporter.json;

import org.jspecify.annotations.NullMarked;
