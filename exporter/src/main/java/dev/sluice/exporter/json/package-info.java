/** Reads JSON as trees of small values, within limits of memory. */
@NullMarked
package dev.sluice.exporter.json;

import org.jspecify.annotations.NullMarked;
