/**
 * Resource usage of the exporter: {@code exporter/src/benchmark/run} measures it against targets; the build does not.
 */
@NullMarked
package dev.sluice.exporter.benchmark;

import org.jspecify.annotations.NullMarked;
