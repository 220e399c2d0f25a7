/** Calls that may hang, each on its own thread with a deadline, and detection of stopped event loops. */
@NullMarked
package dev.sluice.common.blocking;

import org.jspecify.annotations.NullMarked;
