/** Calls that may hang, each on a thread of its own with a deadline, and event loops that have stopped. */
@NullMarked
package dev.sluice.common.blocking;

import org.jspecify.annotations.NullMarked;
