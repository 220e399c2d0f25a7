/** The families of Sluice itself: sources, process, servers and outputs. */
@NullMarked
package dev.sluice.exporter.metrics.process;

import org.jspecify.annotations.NullMarked;
