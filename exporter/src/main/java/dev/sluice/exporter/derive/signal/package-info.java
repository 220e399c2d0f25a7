/** Decides whether a demand can be trusted: stale, partial or incomplete data must not size a cluster. */
@NullMarked
package dev.sluice.exporter.derive.signal;

import org.jspecify.annotations.NullMarked;
