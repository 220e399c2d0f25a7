/** The event loop, limits on accepted connections, reasons for failed connections, and pauses between retries. */
@NullMarked
package dev.sluice.common.net;

import org.jspecify.annotations.NullMarked;
