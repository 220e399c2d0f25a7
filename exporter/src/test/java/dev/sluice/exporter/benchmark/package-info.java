/** What the exporter costs: measured against targets by {@code exporter/src/benchmark/run}, not by the build. */
@NullMarked
package dev.sluice.exporter.benchmark;

import org.jspecify.annotations.NullMarked;
