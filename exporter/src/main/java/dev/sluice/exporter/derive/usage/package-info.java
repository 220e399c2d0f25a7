/** Counts the GPU-seconds, CPU-seconds and memory of the nodes and jobs over time. */
@NullMarked
package dev.sluice.exporter.derive.usage;

import org.jspecify.annotations.NullMarked;
