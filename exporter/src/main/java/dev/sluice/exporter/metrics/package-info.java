/** The metric catalog, and the publications for sinks. */
@NullMarked
package dev.sluice.exporter.metrics;

import org.jspecify.annotations.NullMarked;
