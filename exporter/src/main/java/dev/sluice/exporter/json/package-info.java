/** Parses JSON as its bytes arrive: tokens, wanted members, and trees of small values. */
@NullMarked
package dev.sluice.exporter.json;

import org.jspecify.annotations.NullMarked;
