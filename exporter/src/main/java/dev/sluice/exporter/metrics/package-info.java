/** The metric families, with the code that emits their samples, and the publications for sinks. */
@NullMarked
package dev.sluice.exporter.metrics;

import org.jspecify.annotations.NullMarked;
