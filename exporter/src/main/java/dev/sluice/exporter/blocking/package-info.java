/** Calls that may block, kept away from the event loop. */
@NullMarked
package dev.sluice.exporter.blocking;

import org.jspecify.annotations.NullMarked;
