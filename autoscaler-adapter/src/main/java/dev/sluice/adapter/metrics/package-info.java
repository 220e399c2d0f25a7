/** The offered metrics: the series that match a request, and whether they may be served. No I/O. */
@NullMarked
package dev.sluice.adapter.metrics;

import org.jspecify.annotations.NullMarked;
