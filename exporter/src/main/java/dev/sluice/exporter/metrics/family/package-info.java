/** Declares metric families, with the code that emits their samples. */
@NullMarked
package dev.sluice.exporter.metrics.family;

import org.jspecify.annotations.NullMarked;
