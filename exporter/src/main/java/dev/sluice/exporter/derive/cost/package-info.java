/** Computes the cost of used GPU-hours and CPU-hours. */
@NullMarked
package dev.sluice.exporter.derive.cost;

import org.jspecify.annotations.NullMarked;
