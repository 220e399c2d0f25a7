/** Turns the responses of one cluster into publications for the sinks: joins, sums, histories and limits. */
@NullMarked
package dev.sluice.exporter.publish;

import org.jspecify.annotations.NullMarked;
