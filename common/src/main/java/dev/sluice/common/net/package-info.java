/** Limits on accepted connections, small requests, and pauses between retries. */
@NullMarked
package dev.sluice.common.net;

import org.jspecify.annotations.NullMarked;
