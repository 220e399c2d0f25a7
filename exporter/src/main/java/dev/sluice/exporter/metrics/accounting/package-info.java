/** The families of a cluster's accounting: fair-share, limits, usage and slurmdbd. */
@NullMarked
package dev.sluice.exporter.metrics.accounting;

import org.jspecify.annotations.NullMarked;
