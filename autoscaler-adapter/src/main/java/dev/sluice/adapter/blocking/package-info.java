/** Calls that may block, kept away from the event loop. */
@NullMarked
package dev.sluice.adapter.blocking;

import org.jspecify.annotations.NullMarked;
