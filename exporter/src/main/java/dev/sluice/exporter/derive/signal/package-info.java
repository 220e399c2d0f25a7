/** Decides whether a demand can be trusted. Stale or incomplete data must not determine the number of nodes. */
@NullMarked
package dev.sluice.exporter.derive.signal;

import org.jspecify.annotations.NullMarked;
