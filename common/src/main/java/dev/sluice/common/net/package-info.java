/** Small requests, limits on accepted connections, and pauses between retries. */
@NullMarked
package dev.sluice.common.net;

import org.jspecify.annotations.NullMarked;
