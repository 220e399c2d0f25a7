/** Accounting: associations, QOS, shares, limits, statistics of slurmdbd. */
@NullMarked
package dev.sluice.exporter.model.accounting;

import org.jspecify.annotations.NullMarked;
