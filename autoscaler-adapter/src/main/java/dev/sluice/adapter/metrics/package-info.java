/**
 * The metrics that the adapter offers: finds the series that match a request, and decides whether the adapter may serve
 * these series. Contains no I/O.
 */
@NullMarked
package dev.sluice.adapter.metrics;

import org.jspecify.annotations.NullMarked;
