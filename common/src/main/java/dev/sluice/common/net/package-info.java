/** Limits on accepted connections, small requests, and pauses between attempts. */
@NullMarked
package dev.sluice.common.net;

import org.jspecify.annotations.NullMarked;
