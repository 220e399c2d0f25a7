/** Counts the GPU-seconds, CPU-seconds and memory of the nodes and jobs over time. */
@org.jspecify.annotations.NullMarked
package dev.sluice.exporter.derive.usage;
