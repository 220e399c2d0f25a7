/** The metric catalogue, and what is published to sinks. */
@NullMarked
package dev.sluice.exporter.metrics;

import org.jspecify.annotations.NullMarked;
