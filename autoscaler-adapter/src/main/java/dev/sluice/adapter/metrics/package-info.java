/** The metrics that are offered: which series a question is about, and whether they may be answered. Pure. */
@NullMarked
package dev.sluice.adapter.metrics;

import org.jspecify.annotations.NullMarked;
