/** Reads JSON: repaired bytes, and trees of small values. */
@NullMarked
package dev.sluice.exporter.json;

import org.jspecify.annotations.NullMarked;
