/** Counts job events from the differences between two polls of the job list. */
@NullMarked
package dev.sluice.exporter.derive.life;

import org.jspecify.annotations.NullMarked;
