/** The adapter's own metrics. */
@NullMarked
package dev.sluice.adapter.telemetry;

import org.jspecify.annotations.NullMarked;
