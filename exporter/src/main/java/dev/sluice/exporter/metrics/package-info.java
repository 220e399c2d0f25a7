/** The metric catalogue, and the numbers of one source in the catalogue's terms. */
@NullMarked
package dev.sluice.exporter.metrics;

import org.jspecify.annotations.NullMarked;
