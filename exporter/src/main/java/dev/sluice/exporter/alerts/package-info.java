/** {@code ./sluice alerts}: renders the rules of {@code alerts/} with other thresholds, times and objectives. */
@NullMarked
package dev.sluice.exporter.alerts;

import org.jspecify.annotations.NullMarked;
