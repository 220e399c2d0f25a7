/** The families of Sluice itself: its sources, its process, its servers and its outputs. */
@NullMarked
package dev.sluice.exporter.metrics.process;

import org.jspecify.annotations.NullMarked;
