/** Polling: schedule, age of the data and failures of the sources. */
@NullMarked
package dev.sluice.exporter.poll;

import org.jspecify.annotations.NullMarked;
