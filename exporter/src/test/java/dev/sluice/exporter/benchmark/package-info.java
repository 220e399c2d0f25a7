/**
 * Resource usage of the exporter: {@code exporter/src/benchmark/run} compares the usage with targets. The build does
 * not run the benchmark.
 */
@NullMarked
package dev.sluice.exporter.benchmark;

import org.jspecify.annotations.NullMarked;
